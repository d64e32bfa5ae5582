"""A tiny encoder of the shape of a real one, with random weights, as an installed package."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from verifier.reader.packages import WEIGHTS

WIDTH, INNER, LAYERS, HEADS, POSITIONS = 16, 32, 2, 2, 192


def install_small_encoder(site: Path, texts: Iterable[str]) -> Path:
    """Write a package with an encoder that knows the words of some texts; return its folder."""
    folder = site / WEIGHTS / "model"
    folder.mkdir(parents=True)
    (site / WEIGHTS / "__init__.py").touch()
    words = sorted({word for text in texts for word in re.findall(r"\w+|[^\w\s]", text.lower())})
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words]
    (folder / "tokenizer.json").write_text(_tokenizer(vocabulary).to_str())
    config = {
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "hidden_size": WIDTH,
        "intermediate_size": INNER,
        "vocab_size": len(vocabulary),
        "max_position_embeddings": POSITIONS,
    }
    (folder / "config.json").write_text(json.dumps(config))
    _write_safetensors(folder / "model.safetensors", len(vocabulary))
    return folder


def _tokenizer(vocabulary: list[str]) -> Tokenizer:
    numbers = {word: place for place, word in enumerate(vocabulary)}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


def _write_safetensors(path: Path, words: int) -> None:
    sizes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (words, WIDTH),
        "embeddings.position_embeddings.weight": (POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in range(LAYERS):
        place = f"encoder.layer.{layer}."
        for name, shape in (
            ("attention.self.query", (WIDTH, WIDTH)),
            ("attention.self.key", (WIDTH, WIDTH)),
            ("attention.self.value", (WIDTH, WIDTH)),
            ("attention.output.dense", (WIDTH, WIDTH)),
            ("intermediate.dense", (INNER, WIDTH)),
            ("output.dense", (WIDTH, INNER)),
        ):
            sizes[f"{place}{name}.weight"] = shape
            sizes[f"{place}{name}.bias"] = shape[:1]
        for norm in ("attention.output.LayerNorm", "output.LayerNorm"):
            sizes[f"{place}{norm}.weight"] = (WIDTH,)
            sizes[f"{place}{norm}.bias"] = (WIDTH,)
    random = np.random.default_rng(5)
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, size in sizes.items():
        values = random.normal(0, 0.3, size).astype("<f4")
        if name.endswith("LayerNorm.weight"):
            values = (1 + 0.1 * values).astype("<f4")
        packed = values.tobytes()
        header[name] = {
            "dtype": "F32",
            "shape": list(size),
            "data_offsets": [len(body), len(body) + len(packed)],
        }
        body += packed
    head = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(head)) + head + body)
