"""Values that are made once."""

from byways.once import once


class Counted:
    """Counts how often its value is made."""

    def __init__(self) -> None:
        self.made = 0

    @once
    def value(self) -> int:
        """What was made."""
        self.made += 1
        return self.made


def test_a_value_is_made_when_first_asked_for_and_kept() -> None:
    counted = Counted()
    assert counted.made == 0
    assert (counted.value, counted.value, counted.made) == (1, 1, 1)


def test_every_object_has_its_own() -> None:
    one, other = Counted(), Counted()
    assert (one.value, other.made) == (1, 0)


def test_the_class_tells_what_it_is() -> None:
    assert Counted.value.__doc__ == "What was made."
