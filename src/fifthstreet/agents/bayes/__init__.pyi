from fifthstreet.agents.bayes.network import BayesianNetwork as BayesianNetwork
from fifthstreet.agents.bayes.network import Evidence as Evidence
from fifthstreet.agents.bayes.network import NetworkNode as NetworkNode
from fifthstreet.agents.bayes.tables import read_network as read_network
from fifthstreet.agents.bayes.tables import read_tables as read_tables
