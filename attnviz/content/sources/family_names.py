"""The families of models whose checkpoints are read, as their settings call them and as people do."""

from __future__ import annotations

BERTS = {"bert": "BERT", "roberta": "RoBERTa", "xlm-roberta": "XLM-RoBERTa", "camembert": "CamemBERT",
         "electra": "ELECTRA"}  # fmt: skip
# The relatives of Llama whose attention is Llama's, with what they add to it by name.
LLAMAS = {
    "llama": "Llama", "mistral": "Mistral", "mixtral": "Mixtral", "qwen2": "Qwen2", "qwen2_moe": "Qwen2",
    "gemma": "Gemma", "gemma2": "Gemma 2", "granite": "Granite",
}  # fmt: skip
FAMILIES = tuple(dict.fromkeys((*BERTS.values(), "DistilBERT", "GPT-2", *LLAMAS.values())))


def families(word: str = "and") -> str:
    """All of them in a sentence: "BERT, …, Gemma 2 and Granite"."""
    return f"{', '.join(FAMILIES[:-1])} {word} {FAMILIES[-1]}"
