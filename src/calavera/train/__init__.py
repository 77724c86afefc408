"""Training by self-play: `calavera train`, with `pip install 'calavera[train]'`.

In reading order: `tracking`, `seeing` and `choosing` are `calavera.bots.network`, compiled.
`endings` values two-player endings. `regulars` has the scripted opponents. `playing` advances one
game to its next decision, `rollout` many. `network`, `attention`, `learner` and `pool` learn from
them. `exploiter` and `matches` measure strength. `checkpoints` and `training` run it.
"""
