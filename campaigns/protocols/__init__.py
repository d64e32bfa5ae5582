"""Study designs as data: what is sampled, written, verified, repeated and released.

`work` and `judging` have the concepts, `protocol` the whole, `registry` the designs that ship,
`numbers` the numbers that a manager may change, `freezing` what a campaign stores. The names of
designs are known in this package and in the release formats only.
"""
