"""For all tests: how fast an example runs is no property of the code, but of the machine."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
