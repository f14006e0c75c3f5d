from fifthstreet.game.phases.settling import SettlingPhase as SettlingPhase
