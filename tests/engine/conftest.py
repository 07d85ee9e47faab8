"""Random examples take the time they take: on a busy machine one may be slow without being wrong."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
