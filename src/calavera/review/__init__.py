"""What a finished game looked like to the strongest bot: chances, losses, luck and key moments."""

from calavera.review.model import Account, Choice, Curves, Decision, Grade, Review
from calavera.review.reviewer import ReviewError, review
from calavera.review.shape import review_json

__all__ = [
    "Account",
    "Choice",
    "Curves",
    "Decision",
    "Grade",
    "Review",
    "ReviewError",
    "review",
    "review_json",
]
