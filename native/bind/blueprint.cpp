// Python bindings of sampled deals. Types are checked here, contents in Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bind/bindings.hpp"
#include "blueprint/deal_sampling.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {

namespace {

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

DealGame game_of(const Evaluator& evaluator, const nb::dict& from) {
    DealGame game{};
    game.evaluator = &evaluator;
    game.player = copied<std::int8_t>(from, "player");
    game.street = copied<std::uint8_t>(from, "street");
    game.first_child = copied<std::int32_t>(from, "first_child");
    game.n_children = copied<std::uint8_t>(from, "n_children");
    game.next = copied<std::int32_t>(from, "next");
    game.settlement = {copied<std::uint16_t>(from, "folded"), copied<std::int32_t>(from, "bets"),
                       copied<double>(from, "prizes"),        nb::cast<std::int32_t>(from["dead"]),
                       copied<double>(from, "costs"),         nb::cast<double>(from["chip"])};
    for (const nb::handle hands : nb::list(from["hands"])) {
        game.hands.push_back(copied<Mask>(hands));
    }
    for (const nb::handle upto : nb::list(from["upto"])) {
        game.upto.push_back(copied<double>(upto));
    }
    game.board = nb::cast<std::array<int, kBoardCards>>(from["board"]);
    game.symmetry = nb::cast<std::vector<std::array<std::uint8_t, kSuits>>>(from["symmetry"]);
    if (game.players() < 2 || game.players() > kMostPlayers) {
        throw nb::value_error("sampled deals are for 2 to 10 players");
    }
    if (game.player.size() > std::size_t{1} << DealSampler::kNodeBits) {
        throw nb::value_error("too many nodes for the keys of sampled deals");
    }
    return game;
}

DealOptions options_of(const nb::dict& from) {
    return {
        .scheme = static_cast<DealScheme>(nb::cast<int>(from["scheme"])),
        .epsilon = nb::cast<double>(from["epsilon"]),
        .seed = nb::cast<std::uint64_t>(from["seed"]),
        .batch = nb::cast<std::int64_t>(from["batch"]),
        .linear = nb::cast<bool>(from["linear"]),
        .prune_below = nb::cast<double>(from["prune_below"]),
        .prune_share = nb::cast<double>(from["prune_share"]),
        .prune_after = nb::cast<std::int64_t>(from["prune_after"]),
        .half = nb::cast<bool>(from["half"]),
        .counts_visits = nb::cast<bool>(from["counts_visits"]),
        .lock_free = nb::cast<bool>(from["lock_free"]),
        .memory_limit = nb::cast<std::uint64_t>(from["memory_limit"]),
    };
}

}  // namespace

void bind_deals(nb::module_& m) {
    nb::class_<DealSampler>(m, "DealSampler", "Solves hold'em by sampling deals.")
        .def(
            "__init__",
            [](DealSampler* self, const Evaluator& evaluator, const nb::dict& game,
               const nb::dict& options) {
                new (self) DealSampler(game_of(evaluator, game), options_of(options));
            },
            "evaluator"_a, "game"_a, "options"_a, nb::keep_alive<1, 2>(),
            "Copy the betting tree, the ranges and the options.")
        .def("run", &DealSampler::run, "batches"_a, "threads"_a,
             nb::call_guard<nb::gil_scoped_release>(),
             "Run batches of traversals; return False if the memory limit was reached.")
        .def(
            "average",
            [](const DealSampler& self, int node, const std::vector<int>& board,
               Array<const Mask> holes, Array<double> out) {
                const nb::gil_scoped_release release;
                self.average(node, board, holes.data(), static_cast<int>(holes.size()), out.data());
            },
            "node"_a, "board"_a, "holes"_a, "out"_a,
            "Write the average strategy of each hand at a node.")
        .def(
            "visits",
            [](const DealSampler& self, int node, const std::vector<int>& board,
               Array<const Mask> holes, Array<std::uint64_t> out) {
                const nb::gil_scoped_release release;
                self.visits(node, board, holes.data(), static_cast<int>(holes.size()), out.data());
            },
            "node"_a, "board"_a, "holes"_a, "out"_a,
            "Write how often each hand was updated at a node.")
        .def(
            "save",
            [](const DealSampler& self) {
                auto* words = new std::vector<std::uint64_t>;
                const nb::capsule owner(words, [](void* p) noexcept {
                    delete static_cast<std::vector<std::uint64_t>*>(p);
                });
                std::array<std::int64_t, kShards> lengths;
                self.save(*words, lengths);
                const std::size_t size = words->size();
                return nb::make_tuple(nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>(
                                          words->data(), {size}, owner),
                                      std::vector<std::int64_t>(lengths.begin(), lengths.end()));
            },
            "Return the tables as words, and the number of words of each shard.")
        .def(
            "load",
            [](DealSampler& self, Array<const std::uint64_t> words,
               const std::vector<std::int64_t>& lengths, std::int64_t iteration) {
                std::int64_t total = 0;
                for (const std::int64_t length : lengths) {
                    if (length < 0) return false;
                    total += length;
                }
                return lengths.size() == kShards &&
                       total == static_cast<std::int64_t>(words.size()) &&
                       self.load(words.data(), lengths.data(), iteration);
            },
            "words"_a, "lengths"_a, "iteration"_a,
            "Restore tables that `save` returned; return False if they are not valid.")
        .def_prop_ro("iteration", &DealSampler::iteration, "Number of traversals so far.")
        .def_prop_ro("information_sets", &DealSampler::information_sets,
                     "Number of information sets visited so far.")
        .def_prop_ro("table_bytes", &DealSampler::table_bytes, "Memory of the tables in bytes.")
        .def_prop_ro("log_bytes", &DealSampler::log_bytes, "Memory of the update logs in bytes.");
}

}  // namespace fifthstreet
