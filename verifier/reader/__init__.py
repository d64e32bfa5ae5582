"""The reader: a small encoder that is fine-tuned on pairs, an optional extra.

Training needs NumPy only; the first weights, the tokenizer and the runtime come with
`requirements-reader.txt`.
"""
