"""Everybody's chance to win, from any viewpoint: the judge, its inputs, the curves."""
