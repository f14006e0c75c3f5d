from fifthstreet.interop.rlcard.agents import RLCardAgent as RLCardAgent
from fifthstreet.interop.rlcard.players import RLCardPlayer as RLCardPlayer
