"""Exhaustive exploration: the transactions under every outcome of every effect, within bounds.

``bounds`` says what is tried, ``world`` what a state is, ``outcomes`` and ``actions`` what can
happen next, ``properties`` what must hold, and ``explorer`` visits every state there is.

Outside the model: forks and events of other kinds, which the fold passes over; cancelled calls
(TOOL-17) and disposal under way (DUE-23), which are the host's; and a wall clock that jumps ahead
while a wait does not, which delays a delivery to the end of that wait.
"""
