"""The making of a reader: fine-tune the installed encoder, export it, write its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from verifier.reader.model import save_reader
from verifier.reader.training import CheckpointPlace, OnStep, TrainingPlan, train_reader
from verifier.reader.weights import packaged_encoder
from verifier.text.sampling import TextExample


def fit_reader(
    examples: Sequence[TextExample],
    path: Path,
    *,
    plan: TrainingPlan | None = None,
    seed: int = 0,
    progress: OnStep | None = None,
    checkpoints: CheckpointPlace | None = None,
) -> None:
    """Fine-tune the installed encoder on pairs and write the reader."""
    # Only the export needs it.
    from verifier.reader.export import as_onnx

    plan = plan or TrainingPlan()
    encoder = packaged_encoder(seed=seed)
    weights = train_reader(
        examples, encoder, plan=plan, seed=seed, progress=progress, checkpoints=checkpoints
    )
    save_reader(
        path,
        graph=as_onnx(weights, encoder.shape),
        tokenizer=encoder.tokenizer,
        facts={"pairs": len(examples), "plan": asdict(plan), "seed": seed},
    )
