"""Hands as texts: PHH, a PokerStars log and a line of a Pluribus log."""

PHH = """variant = 'NT'
ante_trimming_status = false
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 cbr 6', 'p1 cbr 18', 'p2 f']"""

POKERSTARS = """PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2009/07/01 12:34:56 ET
Table 'Yew III' 6-max Seat #3 is the button
Seat 1: ann ($200 in chips)
Seat 2: bob ($1,200 in chips)
Seat 3: big cat ($200 in chips)
ann: posts small blind $1
bob: posts big blind $2
*** HOLE CARDS ***
Dealt to ann [As Ks]
big cat: raises $4 to $6
ann: folds
bob: folds
Uncalled bet ($4) returned to big cat
big cat collected $5 from pot
*** SUMMARY ***
Total pot $5 | Rake $0
Seat 1: ann (small blind) folded before Flop
Seat 2: bob (big blind) folded before Flop
Seat 3: big cat (button) collected ($5)
"""

PLURIBUS = (
    "STATE:0:fr210ffcf/cc/cc/r440f:TcQc|8s4c|9c3d|Ah4h|Th5s|6c7s/7d5h9d/7c/Qh:"
    "310|-100|0|-210|0|0:MrBlue|MrBlonde|MrWhite|MrPink|MrBrown|Pluribus"
)
