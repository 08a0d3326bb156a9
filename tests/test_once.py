"""The lock-free cached property."""

from byways.once import once


class Counted:
    """Counts how often its value is computed."""

    def __init__(self) -> None:
        self.made = 0

    @once
    def value(self) -> int:
        """The number of computations."""
        self.made += 1
        return self.made


def test_a_value_is_computed_once_on_first_use() -> None:
    counted = Counted()
    assert counted.made == 0
    assert (counted.value, counted.value, counted.made) == (1, 1, 1)


def test_each_object_has_a_separate_value() -> None:
    one, other = Counted(), Counted()
    assert (one.value, other.made) == (1, 0)


def test_the_class_attribute_has_the_docstring() -> None:
    assert Counted.value.__doc__ == "The number of computations."
