from fifthstreet.interop.winnings import UNIT as UNIT
