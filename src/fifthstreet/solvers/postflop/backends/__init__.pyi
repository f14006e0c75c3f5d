from fifthstreet.solvers.postflop.backends.backend import BACKENDS as BACKENDS
from fifthstreet.solvers.postflop.backends.backend import Backend as Backend
from fifthstreet.solvers.postflop.backends.backend import BackendMaker as BackendMaker
from fifthstreet.solvers.postflop.backends.backend import bytes_for_group as bytes_for_group
from fifthstreet.solvers.postflop.backends.backend import pick_backend as pick_backend
from fifthstreet.solvers.postflop.backends.backend import prepare_backend as prepare_backend
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode as ValueMode
from fifthstreet.solvers.postflop.backends.exploitability import expected_chips as expected_chips
from fifthstreet.solvers.postflop.backends.exploitability import measure as measure
from fifthstreet.solvers.postflop.backends.names import BACKEND_NAMES as BACKEND_NAMES
from fifthstreet.solvers.postflop.backends.names import PRECISIONS as PRECISIONS
from fifthstreet.solvers.postflop.backends.names import Precision as Precision
from fifthstreet.solvers.postflop.backends.native import NativeBackend as NativeBackend
from fifthstreet.solvers.postflop.backends.river_buckets import divided as divided
from fifthstreet.solvers.postflop.backends.river_buckets import in_buckets as in_buckets
from fifthstreet.solvers.postflop.backends.river_buckets import (
    with_river_buckets as with_river_buckets,
)
from fifthstreet.solvers.postflop.backends.tables import ENTRY_BYTES as ENTRY_BYTES
from fifthstreet.solvers.postflop.backends.tables import GADGET_AVERAGES as GADGET_AVERAGES
from fifthstreet.solvers.postflop.backends.tables import ByteError as ByteError
from fifthstreet.solvers.postflop.backends.tables import Tables as Tables
from fifthstreet.solvers.postflop.backends.tables import add_gadget as add_gadget
from fifthstreet.solvers.postflop.backends.tables import byte_tables as byte_tables
from fifthstreet.solvers.postflop.backends.tables import bytes_of as bytes_of
from fifthstreet.solvers.postflop.backends.tables import check_precision as check_precision
from fifthstreet.solvers.postflop.backends.tables import make_tables as make_tables
from fifthstreet.solvers.postflop.backends.tables import normalised as normalised
from fifthstreet.solvers.postflop.backends.tables import table_bytes as table_bytes
