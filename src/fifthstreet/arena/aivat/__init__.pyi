from fifthstreet.arena.aivat.estimator import AivatEstimator as AivatEstimator
from fifthstreet.arena.aivat.game_tree import corrected_payoffs as corrected_payoffs
from fifthstreet.arena.aivat.hand_values import HandValues as HandValues
from fifthstreet.arena.aivat.hand_values import SampledValues as SampledValues
from fifthstreet.arena.aivat.hand_values import SolutionValues as SolutionValues
from fifthstreet.arena.aivat.holdem import HoldemAivat as HoldemAivat
from fifthstreet.arena.aivat.tree_hand import TreeHand as TreeHand
from fifthstreet.arena.aivat.tree_hand import TreeTable as TreeTable
