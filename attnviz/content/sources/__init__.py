"""What holds more heads than one scenario: models, checkpoints and saved attention tensors."""
