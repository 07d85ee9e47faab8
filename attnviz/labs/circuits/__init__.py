"""What a head's projections are together: W_Q W_Kᵀ decides where it looks, W_V W_O what it moves."""

from attnviz.labs.circuits.lab import Circuits

__all__ = ["Circuits"]
