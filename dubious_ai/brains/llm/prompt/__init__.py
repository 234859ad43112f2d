"""What a model is told: a transcript that only grows, and the three requests."""
