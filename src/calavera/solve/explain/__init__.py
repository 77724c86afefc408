"""Reading the solved game: values, advice, drawings."""
