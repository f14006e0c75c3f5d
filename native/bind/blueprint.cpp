// Python bindings of sampled deals. All arrays are checked before they are used.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include "abstraction/bucket_tables.hpp"
#include "bind/bindings.hpp"
#include "bind/vectors.hpp"
#include "blueprint/board_export.hpp"
#include "blueprint/deal_sampling.hpp"
#include "shared/thread_pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {

namespace {

constexpr std::int64_t kMaxTraversals = 1 << 20;  // of a call, which cannot be interrupted
constexpr std::int64_t kMaxIterations = std::int64_t{1} << 60;

// A sampler whose calls exclude each other, since all but queries change its tables.
template <class Rows>
struct OwnedSampler {
    using Sampler = DealSampler<Rows>;

    Sampler sampler;
    mutable std::mutex mutex;

    template <class... More>
    OwnedSampler(DealGame game, const DealOptions& options, More&&... more)
        : sampler(std::move(game), options, std::forward<More>(more)...) {}

    // Calls with the sampler, without the GIL.
    template <class Call>
    auto alone(Call call) {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(mutex);
        return call(sampler);
    }
};

DealGame game_of(const Evaluator& evaluator, const nb::dict& from) {
    using Symmetry = std::vector<std::array<std::uint8_t, kSuits>>;
    DealGame game{};
    game.evaluator = &evaluator;
    const auto player = copied<std::int8_t>(from, "player");
    const auto street = copied<std::uint8_t>(from, "street");
    const auto first_child = copied<std::int32_t>(from, "first_child");
    const auto n_children = copied<std::uint8_t>(from, "n_children");
    const auto next = copied<std::int32_t>(from, "next");
    const std::size_t nodes = player.size();
    require(street.size() == nodes && first_child.size() == nodes && n_children.size() == nodes &&
                next.size() == nodes,
            "the arrays of nodes must have one entry per node");
    for (std::size_t node = 0; node < nodes; ++node) {
        game.nodes.push_back(
            {next[node], first_child[node], player[node], street[node], n_children[node]});
    }
    const auto folded = copied<std::uint16_t>(from, "folded");
    auto bets = copied<std::int32_t>(from, "bets");
    const auto prizes = copied<double>(from, "prizes");
    auto costs = copied<double>(from, "costs");
    for (const nb::handle hands : entry_of<nb::list>(from, "hands")) {
        game.hands.push_back(copied<Mask>(hands, "hands"));
    }
    for (const nb::handle upto : entry_of<nb::list>(from, "upto")) {
        game.upto.push_back(copied<double>(upto, "upto"));
    }
    game.board = entry_of<Board>(from, "board");
    game.flops = entry_of<std::vector<Flop>>(from, "flops");
    game.flops_upto = copied<double>(from, "flops_upto");
    game.symmetry = entry_of<Symmetry>(from, "symmetry");
    check_game(game);
    const std::size_t players = game.hands.size();
    require(folded.size() == nodes && prizes.size() == nodes && bets.size() == nodes * players &&
                costs.size() == players,
            "folded, prizes, bets and costs do not fit the nodes and players");
    game.settlement = {folded,           std::move(bets),
                       prizes,           entry_of<std::int32_t>(from, "dead"),
                       std::move(costs), entry_of<double>(from, "chip")};
    return game;
}

DealOptions options_of(const nb::dict& from, std::size_t players) {
    const DealOptions options{
        .scheme = static_cast<DealScheme>(entry_of<int>(from, "scheme")),
        .epsilon = entry_of<double>(from, "epsilon"),
        .tremble = entry_of<double>(from, "tremble"),
        .averages_all = entry_of<bool>(from, "averages_all"),
        .seed = entry_of<std::uint64_t>(from, "seed"),
        .batch = entry_of<std::int64_t>(from, "batch"),
        .linear = entry_of<bool>(from, "linear"),
        .prune_below = entry_of<double>(from, "prune_below"),
        .prune_share = entry_of<double>(from, "prune_share"),
        .prune_after = entry_of<std::int64_t>(from, "prune_after"),
        .half = entry_of<bool>(from, "half"),
        .counts_visits = entry_of<bool>(from, "counts_visits"),
        .lock_free = entry_of<bool>(from, "lock_free"),
        .memory_limit = entry_of<std::uint64_t>(from, "memory_limit"),
    };
    const int scheme = static_cast<int>(options.scheme);
    require(scheme >= 0 && scheme <= static_cast<int>(DealScheme::kPublicChance),
            "there is no such scheme");
    require(options.scheme != DealScheme::kPublicChance || players == 2,
            "public chance sampling is for two players");
    require(options.epsilon >= 0 && options.epsilon <= 1, "epsilon must be from 0 to 1");
    require(options.tremble >= 0 && options.tremble < 1, "tremble must be from 0 to below 1");
    require(options.prune_share >= 0 && options.prune_share < 1,
            "the share of pruning must be from 0 to below 1");
    require(options.batch >= 1 && options.batch <= kMaxTraversals,
            "a batch must have 1 to 1,048,576 traversals");
    return options;
}

// A board of as many cards as are seen at a node, and hole cards.
template <class Rows>
void check_query(const DealSampler<Rows>& sampler, int node, const std::vector<int>& board,
                 const AnyArray<const Mask>& holes) {
    require(sampler.is_decision(node), "no player acts at this node");
    require(static_cast<int>(board.size()) == sampler.cards_seen_at(node),
            "the board has not as many cards as are seen at the node");
    Mask seen = 0;
    for (const int card : board) {
        require(card >= 0 && card < kCards && !(seen & card_bit(card)),
                "the board is not a list of different cards from 0 to 51");
        seen |= card_bit(card);
    }
    require(holes.size() <= INT32_MAX, "too many hands");
    for (std::size_t i = 0; i < holes.size(); ++i) require_hole(holes.data()[i]);
}

void check_evaluator(const Evaluator& evaluator) {
    require(evaluator.accepts(2, kBoardCards),
            "the evaluator must accept two hole cards and a board of five");
}

// Arrays whose sizes fit the precision of the options.
BucketArrays arrays_of(const BucketTables& buckets, const DealOptions& options, nb::handle first,
                       nb::handle regrets, AnyArray<float> averages) {
    BucketArrays arrays{.buckets = &buckets,
                        .first = copied<std::int64_t>(first, "first"),
                        .regrets = nullptr,
                        .averages = averages.data(),
                        .cells = averages.size()};
    const auto use = [&](auto array) {
        require(array.size() == averages.size(), "regrets must be as many as averages");
        arrays.regrets = array.data();
    };
    if (options.half) {
        use(converted<AnyArray<std::uint16_t>>(regrets, "regrets", false));
    } else {
        use(converted<AnyArray<float>>(regrets, "regrets", false));
    }
    return arrays;
}

// The records of a plan as bytes.
template <class Record>
nb::bytes bytes_of(const std::vector<Record>& records) {
    return nb::bytes(reinterpret_cast<const char*>(records.data()),
                     records.size() * sizeof(Record));
}

nb::dict plan_of(const DealSampler<BucketRows>& sampler, int traverser) {
    require(sampler.has_board_plan(), "only public chance sampling has plans");
    require(traverser == 0 || traverser == 1, "traverser must be 0 or 1");
    const ExportedPlan plan(sampler.board_plan(), sampler.rows(), traverser);
    nb::dict out;
    out["decisions"] = bytes_of(plan.decisions);
    out["ends"] = bytes_of(plan.ends);
    out["depth_start"] = plan.depth_start;
    out["places"] = sampler.board_plan().places;
    out["most_actions"] = plan.most_actions;
    return out;
}

// Deals the boards of consecutive traversals.
void deal_boards(const DealSampler<BucketRows>& sampler, std::int64_t first, int threads,
                 const AnyArray<std::uint8_t>& out) {
    require(sampler.has_board_plan(), "only public chance sampling deals boards");
    require(first >= 0 && first <= kMaxIterations, "the first traversal must be 0 to 2^60");
    require(out.size() % sizeof(BoardRecord) == 0, "the result must hold whole records of boards");
    require(reinterpret_cast<std::uintptr_t>(out.data()) % alignof(BoardRecord) == 0,
            "records of boards must be at a multiple of 16");
    const auto boards = static_cast<std::int64_t>(out.size() / sizeof(BoardRecord));
    auto* records = reinterpret_cast<BoardRecord*>(out.data());
    ThreadPool pool(useful_threads(boards, threads));
    pool.run(boards, [&](std::int64_t i) {
        DealtBoard board;
        sampler.deal_board(first + i, board);
        export_board(board, sampler.board_pass(first + i), records[i]);
    });
}

// What all samplers can do.
template <class Rows>
nb::class_<OwnedSampler<Rows>> bind_sampler(nb::module_& m, const char* name, const char* doc) {
    using Owned = OwnedSampler<Rows>;
    using Sampler = DealSampler<Rows>;
    // A property that is a number of the sampler.
    const auto read = [](auto number) {
        return [number](Owned& self) {
            return self.alone([number](const Sampler& sampler) { return (sampler.*number)(); });
        };
    };
    return nb::class_<Owned>(m, name, doc)
        .def(
            "run",
            [](Owned& self, std::int64_t batches, int threads) {
                return self.alone([&](Sampler& sampler) {
                    require(batches >= 0 && batches <= std::max<std::int64_t>(
                                                           1, kMaxTraversals / sampler.batch()),
                            "a call must have at most 1,048,576 traversals");
                    return sampler.run(batches, threads);
                });
            },
            "batches"_a, "threads"_a,
            "Run batches of traversals; return False if the memory limit was reached.")
        .def(
            "average",
            [](Owned& self, int node, const std::vector<int>& board, AnyArray<const Mask> holes,
               AnyArray<double> out) {
                check_query(self.sampler, node, board, holes);
                require(out.size() == holes.size() * self.sampler.actions_at(node),
                        "the result has not one entry for each action of each hand");
                self.alone([&](const Sampler& sampler) {
                    sampler.average(node, board, holes.data(), static_cast<int>(holes.size()),
                                    out.data());
                });
            },
            "node"_a, "board"_a, "holes"_a, "out"_a,
            "Write the average strategy of each hand at a node.")
        .def(
            "visits",
            [](Owned& self, int node, const std::vector<int>& board, AnyArray<const Mask> holes,
               AnyArray<std::uint64_t> out) {
                check_query(self.sampler, node, board, holes);
                require(out.size() == holes.size(), "the result has not one entry for each hand");
                self.alone([&](const Sampler& sampler) {
                    sampler.visits(node, board, holes.data(), static_cast<int>(holes.size()),
                                   out.data());
                });
            },
            "node"_a, "board"_a, "holes"_a, "out"_a,
            "Write how often each hand was updated at a node.")
        .def_prop_ro("iteration", read(&Sampler::iteration), "Number of traversals so far.")
        .def_prop_ro("information_sets", read(&Sampler::information_sets),
                     "Number of information sets in the tables.")
        .def_prop_ro("rows_visited", read(&Sampler::rows_visited),
                     "Number of times that a traversal of this object has read a row.")
        .def_prop_ro("table_bytes", read(&Sampler::table_bytes), "Memory of the tables in bytes.")
        .def_prop_ro("log_bytes", read(&Sampler::log_bytes), "Memory of the update logs in bytes.");
}

void bind_keyed_sampler(nb::module_& m) {
    using Owned = OwnedSampler<KeyedRows>;
    using Sampler = DealSampler<KeyedRows>;
    bind_sampler<KeyedRows>(m, "DealSampler", "Solves hold'em by sampling deals.")
        .def(
            "__init__",
            [](Owned* self, const Evaluator& evaluator, const nb::dict& game,
               const nb::dict& options) {
                check_evaluator(evaluator);
                DealGame checked = game_of(evaluator, game);
                const DealOptions chosen = options_of(options, checked.hands.size());
                new (self) Owned(std::move(checked), chosen);
            },
            "evaluator"_a, "game"_a, "options"_a, nb::keep_alive<1, 2>(),
            "Copy the betting tree, the ranges and the options.")
        .def(
            "save",
            [](Owned& self) {
                auto* words = new std::vector<std::uint64_t>;
                const nb::capsule owner(words, [](void* p) noexcept {
                    delete static_cast<std::vector<std::uint64_t>*>(p);
                });
                std::array<std::int64_t, kShards> lengths;
                const std::int64_t iteration = self.alone([&](const Sampler& sampler) {
                    sampler.rows().save(*words, lengths);
                    return sampler.iteration();
                });
                const std::size_t size = words->size();
                return nb::make_tuple(nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>(
                                          words->data(), {size}, owner),
                                      std::vector<std::int64_t>(lengths.begin(), lengths.end()),
                                      iteration);
            },
            "Return the tables as words, the number of words of each shard, and the iteration.")
        .def(
            "load",
            [](Owned& self, AnyArray<const std::uint64_t> words,
               const std::vector<std::int64_t>& lengths, std::int64_t iteration) {
                std::size_t left = words.size();
                for (const std::int64_t length : lengths) {
                    if (!fits(0, length, left)) return false;
                    left -= static_cast<std::size_t>(length);
                }
                if (lengths.size() != kShards || left != 0 || iteration < 0 ||
                    iteration > kMaxIterations) {
                    return false;
                }
                return self.alone([&](Sampler& sampler) {
                    if (!sampler.rows().load(words.data(), lengths.data())) return false;
                    sampler.set_iteration(iteration);
                    return true;
                });
            },
            "words"_a, "lengths"_a, "iteration"_a,
            "Restore tables that `save` returned; return False if they are not valid.");
}

void bind_bucket_sampler(nb::module_& m) {
    using Owned = OwnedSampler<BucketRows>;
    using Sampler = DealSampler<BucketRows>;
    bind_sampler<BucketRows>(m, "BucketSampler", "Solves hold'em with buckets by sampling deals.")
        .def(
            "__init__",
            [](Owned* self, const Evaluator& evaluator, const nb::dict& game,
               const nb::dict& options, const BucketTables& buckets, nb::handle first,
               nb::handle regrets, AnyArray<float> averages) {
                check_evaluator(evaluator);
                DealGame checked = game_of(evaluator, game);
                const DealOptions chosen = options_of(options, checked.hands.size());
                new (self) Owned(std::move(checked), chosen,
                                 arrays_of(buckets, chosen, first, regrets, averages));
            },
            "evaluator"_a, "game"_a, "options"_a, "buckets"_a, "first"_a, "regrets"_a,
            "averages"_a.noconvert(), nb::keep_alive<1, 2>(), nb::keep_alive<1, 5>(),
            nb::keep_alive<1, 7>(), nb::keep_alive<1, 8>(),
            "Copy the game and the options; read and write the arrays of regrets and averages.")
        .def(
            "restart_at",
            [](Owned& self, std::int64_t iteration) {
                require(iteration >= 0 && iteration <= kMaxIterations,
                        "iteration must be 0 to 2^60");
                self.alone([&](Sampler& sampler) { sampler.set_iteration(iteration); });
            },
            "iteration"_a, "Go on from an iteration, whose tables are in the arrays.")
        .def(
            "board_plan",
            [](Owned& self, int traverser) { return plan_of(self.sampler, traverser); },
            "traverser"_a,
            "Return how public chance sampling goes through the tree: records of decisions by "
            "depth "
            "and of ends, as board_records.hpp describes them.")
        .def(
            "deal_boards",
            [](Owned& self, std::int64_t first, int threads, AnyArray<std::uint8_t> out) {
                const nb::gil_scoped_release release;
                deal_boards(self.sampler, first, threads, out);
            },
            "first"_a, "threads"_a, "out"_a.noconvert(),
            "Write a record of the board of each traversal from `first`, as many as there is room "
            "for.")
        .def(
            "quantise",
            [](Owned& self, AnyArray<std::uint8_t> out) {
                self.alone([&](const Sampler& sampler) {
                    require(out.size() == sampler.rows().cells(),
                            "the result must have as many bytes as averages");
                    sampler.rows().quantise(out.data());
                });
            },
            "out"_a,
            "Write the average strategy in units of 1/255; the entries of a row sum to 255, or are "
            "all 0 if it was never played.");
}

}  // namespace

void bind_deals(nb::module_& m) {
    m.attr("BOARD_RECORD_BYTES") = sizeof(BoardRecord);
    bind_keyed_sampler(m);
    bind_bucket_sampler(m);
}

}  // namespace fifthstreet
