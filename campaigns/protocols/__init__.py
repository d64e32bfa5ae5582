"""Each study design as data: what is sampled, written, verified, repeated and released.

`work` and `judging` are the parts, `protocol` the whole, `registry` the designs that ship,
`numbers` what a manager may change, `freezing` what a campaign keeps. A design's name is known in
this folder and in the release formats, nowhere else.
"""
