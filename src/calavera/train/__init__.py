"""Training a champion by self-play: `calavera train`, with `pip install 'calavera[train]'`.

In the order to read them: `tracking`, `seeing` and `choosing` say `calavera.bots.champion` once
more, compiled; `endings` has the value of two players, `regulars` the scripted opponents, with
the belief player in `suspecting` and `believing`;
`playing` plays one game on to its next decision, `rollout` many; `network`, `learner` and `pool`
learn from them; `exploiter` and `matches` measure; `checkpoints` and `training` keep it going.
"""
