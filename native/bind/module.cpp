// Python bindings of hand evaluation and equities: check shapes and cards, then call the kernels.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cmath>
#include <exception>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bind/bindings.hpp"
#include "bind/vectors.hpp"
#include "cards/batch.hpp"
#include "cards/equity.hpp"
#include "cards/evaluator.hpp"
#include "cards/matchups.hpp"
#include "cards/preflop_wins.hpp"
#include "shared/lanes.hpp"
#include "shared/random.hpp"
#include "shared/thread_pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

// A set of cards from any Python integer.
Mask mask_from(nb::handle value) {
    nb::object index;
    if (!PyLong_CheckExact(value.ptr())) {
        index = nb::steal(PyNumber_Index(value.ptr()));
        if (!index.is_valid()) throw nb::python_error();
        value = index;
    }
    const Mask mask = PyLong_AsUnsignedLongLong(value.ptr());
    if (mask == static_cast<Mask>(-1) && PyErr_Occurred()) PyErr_Clear();
    if (mask > kAllCards) {
        throw std::invalid_argument("a set of cards must be a mask of the lowest 52 bits");
    }
    return mask;
}

void check_counts(const Evaluator& evaluator, int hole_count, int board_count) {
    if (!evaluator.accepts(hole_count, board_count)) {
        throw std::invalid_argument(evaluator.refusal(hole_count, board_count).c_str());
    }
}

// Throws if hole and board cards do not make a hand.
void check_hand(const Evaluator& evaluator, Mask hole, Mask board) {
    if (hole & board) throw std::invalid_argument("a card is both in the hand and on the board");
    check_counts(evaluator, count_cards(hole), count_cards(board));
}

Strength strength(const Evaluator& evaluator, nb::handle hole, nb::handle board) {
    const Mask a = mask_from(hole);
    const Mask b = mask_from(board);
    check_hand(evaluator, a, b);
    return evaluator.strength(a, b);
}

// Most cards of a hand that is evaluated by its subsets, of which there are 3.4 million then. Games that
// deal hole cards again in every runout need over 20.
constexpr int kMaxListedCards = 32;

// The known cards of a Python list as a mask; unknown cards (52 and above) are left out.
Mask mask_of_list(nb::handle cards) {
    Mask mask = 0;
    PyObject* list = cards.ptr();
    const Py_ssize_t count = PyList_GET_SIZE(list);
    for (Py_ssize_t i = 0; i < count; ++i) {
        const long card = PyLong_AsLong(PyList_GET_ITEM(list, i));
        if (card == -1 && PyErr_Occurred()) PyErr_Clear();
        if (card < 0 || card >= 128) throw std::invalid_argument("not a card");
        if (card < kCards) mask |= card_bit(static_cast<int>(card));
    }
    return mask;
}

void bind_rules(nb::module_& m) {
    m.def(
        "strength_or_none",
        [](const Evaluator& evaluator, nb::list hole, nb::list board) -> nb::object {
            const Mask a = mask_of_list(hole);
            const Mask b = mask_of_list(board) & ~a;
            require(count_cards(a | b) <= kMaxListedCards, "different cards must be at most 32");
            if (!evaluator.suffices(count_cards(a), count_cards(b))) return nb::none();
            const Strength strength = evaluator.strength(a, b);
            return strength ? nb::object(nb::int_(strength)) : nb::object(nb::none());
        },
        "evaluator"_a, "hole"_a, "board"_a,
        "Return the strength of the best hand from lists of cards, or None if there is none.");

    m.def(
        "fresh_seed",
        [] {
            static Random random = [] {
                std::random_device device;
                return Random((std::uint64_t{device()} << 32) | device(), device());
            }();
            return random.next() >> 1;
        },
        "Return a new seed, different in every call and every process.");

    m.def(
        "shuffled",
        [](nb::iterable items, std::uint64_t seed) {
            PyObject* copy = PySequence_List(items.ptr());
            if (!copy) throw nb::python_error();
            Random random(seed, 0);
            for (Py_ssize_t i = PyList_GET_SIZE(copy) - 1; i > 0; --i) {
                const Py_ssize_t j = random.below(static_cast<std::uint32_t>(i + 1));
                PyObject* item = PyList_GET_ITEM(copy, i);
                PyList_SET_ITEM(copy, i, PyList_GET_ITEM(copy, j));
                PyList_SET_ITEM(copy, j, item);
            }
            return nb::steal<nb::list>(copy);
        },
        "items"_a, "seed"_a,
        "Return a list of the items in random order (Fisher-Yates), the same for the same seed.");
}

std::vector<std::uint8_t> category_list(const std::vector<std::uint8_t>& categories) {
    return categories;
}

void bind_evaluators(nb::module_& m) {
    nb::class_<Evaluator>(m, "Evaluator", "Evaluates the hands of one hand type.")
        .def(
            "strength",
            [](const Evaluator& self, nb::handle hole, nb::handle board) {
                return strength(self, hole, board);
            },
            "hole"_a, "board"_a = nb::int_(0),
            "Return the strength of the best hand from two masks; higher is better.")
        .def(
            "playing_cards",
            [](const Evaluator& self, nb::handle hole, nb::handle board) {
                const Mask a = mask_from(hole);
                const Mask b = mask_from(board);
                check_hand(self, a, b);
                return self.playing_cards(a, b);
            },
            "hole"_a, "board"_a, "Return the mask of the cards that play in the best hand.")
        .def(
            "evaluate_cards",
            [](const Evaluator& self, Array<const std::uint8_t, 2> cards, Array<Strength, 1> out,
               int threads) {
                check_counts(self, static_cast<int>(cards.shape(1)), 0);
                if (out.shape(0) != cards.shape(0)) {
                    throw std::invalid_argument("results must be one per hand");
                }
                const nb::gil_scoped_release release;
                return evaluate_cards(self, cards.data(), static_cast<std::int64_t>(cards.shape(0)),
                                      static_cast<int>(cards.shape(1)), out.data(), threads);
            },
            "cards"_a, "out"_a, "threads"_a,
            "Evaluate rows of cards; return the first row that is not a hand, or -1.")
        .def(
            "evaluate_masks",
            [](const Evaluator& self, Array<const Mask, 1> holes, Array<const Mask, 1> boards,
               Array<Strength, 1> out, int threads) {
                const bool with_boards = boards.shape(0) > 0;
                if (out.shape(0) != holes.shape(0) ||
                    (with_boards && boards.shape(0) != holes.shape(0))) {
                    throw std::invalid_argument("boards and results must be one per hand");
                }
                const nb::gil_scoped_release release;
                return evaluate_masks(self, holes.data(), with_boards ? boards.data() : nullptr,
                                      static_cast<std::int64_t>(holes.shape(0)), out.data(),
                                      threads);
            },
            "holes"_a, "boards"_a, "out"_a, "threads"_a,
            "Evaluate arrays of masks; return the first row that is not a hand, or -1.")
        .def(
            "standing",
            [](const Evaluator& self, Mask hole, Mask board, Array<const Mask, 1> others) {
                require(hole <= kAllCards && board <= kAllCards,
                        "masks must be of the lowest 52 bits");
                check_hand(self, hole, board);
                const Strength own = self.strength(hole, board);
                int weaker = 0;
                int stronger = 0;
                int total = 0;
                for (std::size_t i = 0; i < others.shape(0); ++i) {
                    const Mask other = others.data()[i];
                    if (other & board) continue;
                    require(other <= kAllCards && count_cards(other) == count_cards(hole),
                            "the other hands must have as many cards");
                    const Strength strength = self.strength(other, board);
                    weaker += strength < own;
                    stronger += strength > own;
                    ++total;
                }
                return std::tuple(weaker, stronger, total);
            },
            "hole"_a, "board"_a, "others"_a,
            "Count other hands on a board that are weaker and stronger, and all of them.")
        .def_prop_ro(
            "categories", [](const Evaluator& self) { return category_list(self.categories()); },
            "Index of the category of each strength.")
        .def_prop_ro("table_bytes", &Evaluator::bytes, "Memory of the tables in bytes.");

    nb::class_<FreeEvaluator, Evaluator>(m, "FreeEvaluator",
                                         "Evaluates hands in which any cards may play.")
        .def(
            "__init__",
            [](FreeEvaluator* self, std::vector<int> ranks, int size,
               const std::vector<std::tuple<std::vector<int>, bool, bool>>& categories, bool wheel,
               bool low) {
                RankingSpec spec{std::move(ranks), size, {}, wheel, low};
                for (const auto& [shape, straight, suited] : categories) {
                    spec.categories.push_back({shape, straight, suited});
                }
                new (self) FreeEvaluator(spec);
            },
            "ranks"_a, "size"_a, "categories"_a, "wheel"_a, "low"_a,
            "Compute the tables of a ranking.")
        .def(
            "open_strength",
            [](const FreeEvaluator& self, nb::handle cards) {
                const Mask mask = mask_from(cards);
                const int count = count_cards(mask);
                if (count < 1 || count >= self.least_cards()) {
                    const std::string text = "a hand must have 1 to " +
                                             std::to_string(self.least_cards() - 1) +
                                             " cards, got " + std::to_string(count);
                    throw std::invalid_argument(text.c_str());
                }
                return self.open_strength(mask);
            },
            "cards"_a, "Return the strength of a hand with cards still missing.")
        .def_prop_ro(
            "open_categories",
            [](const FreeEvaluator& self) { return category_list(self.open_categories()); },
            "Index of the category of each strength of hands with cards missing.");

    nb::class_<SplitEvaluator, Evaluator>(
        m, "SplitEvaluator", "Evaluates hands with a fixed number of hole cards, as in Omaha.")
        .def(
            "__init__",
            [](SplitEvaluator* self, nb::handle_t<FreeEvaluator> base, int from_hole) {
                new (self) SplitEvaluator(shared(base), from_hole);
            },
            "base"_a, "from_hole"_a,
            "Use the tables of `base` with exactly `from_hole` hole cards.");

    nb::class_<BadugiEvaluator, Evaluator>(m, "BadugiEvaluator", "Evaluates badugi hands.")
        .def(nb::init<const std::vector<int>&>(), "ranks"_a,
             "Compute the tables for ranks in order, lowest first.");
}

constexpr int kMaxBoardCards = 7;
constexpr int kMaxToCome = 5;                 // 2,598,960 boards of a deck
constexpr std::int64_t kMaxChunks = 1 << 10;  // of a call, which cannot be interrupted

// The game of an equity, whose hands the evaluators accept.
EquityGame game_of(const Evaluator& high, const Evaluator* low, Mask deck, int hole_cards,
                   int board_cards, Mask board, Mask dead) {
    require(hole_cards >= 0 && hole_cards <= Evaluator::kMaxCards && board_cards >= 0 &&
                board_cards <= kMaxBoardCards,
            "there are too many hole or board cards, or fewer than none");
    for (const Evaluator* evaluator : {&high, low}) {
        if (evaluator) check_counts(*evaluator, hole_cards, board_cards);
    }
    require((deck | board | dead) <= kAllCards, "deck, board or dead cards are not sets of cards");
    const int to_come = board_cards - count_cards(board);
    require(to_come >= 0 && to_come <= kMaxToCome,
            "the board has more cards than the game, or more than five are to come");
    return {&high, low, deck, hole_cards, board_cards};
}

void check_hands(const Mask* hands, std::size_t count, int hole_cards) {
    for (std::size_t i = 0; i < count; ++i) {
        require(hands[i] <= kAllCards && count_cards(hands[i]) == hole_cards,
                "a hand has not as many cards as the game's");
    }
}

// The hands of each player: `starts` divides them, and a player without any may have every hand.
std::vector<WeightedHands> players_of(const Array<const Mask, 1>& masks,
                                      const Array<const double, 1>& weights,
                                      const std::vector<std::int64_t>& starts) {
    const std::size_t hands = masks.shape(0);
    require(weights.shape(0) == hands && hands <= UINT32_MAX &&
                ascend(starts, 0, static_cast<std::int64_t>(hands)),
            "weights must be one per hand, starts ascend from 0 to the number of hands");
    std::vector<WeightedHands> players;
    for (std::size_t p = 0; p + 1 < starts.size(); ++p) {
        players.push_back(
            {masks.data() + starts[p], weights.data() + starts[p], starts[p + 1] - starts[p]});
        double total = 0;
        for (std::int64_t i = starts[p]; i < starts[p + 1]; ++i) {
            require(weights(i) >= 0, "a weight is negative or not a number");
            total += weights(i);
        }
        require(starts[p + 1] == starts[p] || (total > 0 && std::isfinite(total)),
                "the weights of a player do not add up to a positive number");
    }
    return players;
}

Tally* tallies_of(const Array<std::int64_t, 2>& out, std::size_t rows) {
    static_assert(sizeof(Tally) == 5 * sizeof(std::int64_t));
    if (out.shape(0) != rows || out.shape(1) != 5) {
        throw std::invalid_argument("results must have a row per player and 5 columns");
    }
    return reinterpret_cast<Tally*>(out.data());
}

void check_players(std::size_t players) {
    if (players < 2 || players > kMaxPlayers)
        throw std::invalid_argument("players must be 2 to 10");
}

void check_boards(const FreeEvaluator& evaluator, const Array<const Mask, 1>& boards) {
    require(evaluator.free_ranking()->table_cards() == kMaxTableCards,
            "the evaluator must be for five-card hands");
    for (std::size_t i = 0; i < boards.shape(0); ++i) {
        require(boards(i) <= kAllCards && count_cards(boards(i)) == 5,
                "a board is not a set of five cards");
    }
}

void bind_equity(nb::module_& m) {
    m.attr("POT_UNITS") = kPotUnits;
    m.attr("CHUNK_SAMPLES") = kChunkSamples;

    m.def(
        "enumerate_boards",
        [](const Evaluator& high, const Evaluator* low, Mask deck, int hole_cards, int board_cards,
           Array<const Mask, 2> hands, Mask board, Mask dead, int threads,
           Array<std::int64_t, 2> out) {
            check_players(hands.shape(1));
            Tally* tallies = tallies_of(out, hands.shape(0) * hands.shape(1));
            const EquityGame game = game_of(high, low, deck, hole_cards, board_cards, board, dead);
            check_hands(hands.data(), hands.size(), hole_cards);
            const nb::gil_scoped_release release;
            enumerate_boards(game, hands.data(), static_cast<std::int64_t>(hands.shape(0)),
                             static_cast<int>(hands.shape(1)), board, dead, threads, tallies);
        },
        "high"_a, "low"_a.none(), "deck"_a, "hole_cards"_a, "board_cards"_a, "hands"_a, "board"_a,
        "dead"_a, "threads"_a, "out"_a, "Tally each row of hands over all boards.");

    m.def(
        "sample_deals",
        [](const Evaluator& high, const Evaluator* low, Mask deck, int hole_cards, int board_cards,
           Array<const Mask, 1> masks, Array<const double, 1> weights,
           const std::vector<std::int64_t>& starts, Mask board, Mask dead, std::uint64_t seed,
           std::int64_t first_chunk, std::int64_t chunks, int threads, Array<std::int64_t, 2> out) {
            require(!starts.empty(), "players must be 2 to 10");
            check_players(starts.size() - 1);
            Tally* tallies = tallies_of(out, starts.size() - 1);
            const EquityGame game = game_of(high, low, deck, hole_cards, board_cards, board, dead);
            const std::vector<WeightedHands> players = players_of(masks, weights, starts);
            check_hands(masks.data(), masks.shape(0), hole_cards);
            require(count_cards(deck & ~(board | dead)) >=
                        static_cast<int>(players.size()) * hole_cards + board_cards -
                            count_cards(board),
                    "the deck has too few cards for all players and the board");
            require(first_chunk >= 0 && chunks >= 0 && chunks <= kMaxChunks,
                    "a call must have at most 1,024 chunks, numbered from 0");
            const nb::gil_scoped_release release;
            return sample_deals(game, players, board, dead, seed, first_chunk, chunks, threads,
                                tallies);
        },
        "high"_a, "low"_a.none(), "deck"_a, "hole_cards"_a, "board_cards"_a, "masks"_a, "weights"_a,
        "starts"_a, "board"_a, "dead"_a, "seed"_a, "first_chunk"_a, "chunks"_a, "threads"_a,
        "out"_a,
        "Tally random deals in chunks; return the number of deals drawn, rejected ones included.");

    m.def(
        "sweep_ranges",
        [](const FreeEvaluator& evaluator, Array<const Mask, 1> boards,
           Array<const double, 1> multiplicities, Mask dead, Array<const float, 2> weights,
           int threads, Array<double, 3> out) {
            if (weights.shape(0) != 2 || weights.shape(1) != kHoleHands || out.shape(0) != 2 ||
                out.shape(1) != kHoleHands || out.shape(2) != 3 ||
                multiplicities.shape(0) != boards.shape(0)) {
                throw std::invalid_argument(
                    "two ranges of 1,326 weights and a multiplicity per board are required");
            }
            static_assert(sizeof(Meeting) == 3 * sizeof(double));
            check_boards(evaluator, boards);
            const float* ranges[2] = {weights.data(), weights.data() + kHoleHands};
            auto* first = reinterpret_cast<Meeting*>(out.data());
            Meeting* meetings[2] = {first, first + kHoleHands};
            const nb::gil_scoped_release release;
            sweep_ranges(*evaluator.free_ranking(), boards.data(), multiplicities.data(),
                         static_cast<std::int64_t>(boards.shape(0)), dead, ranges, threads,
                         meetings);
        },
        "evaluator"_a, "boards"_a, "multiplicities"_a, "dead"_a, "weights"_a, "threads"_a, "out"_a,
        "Add up what each hand of two ranges beats, ties and meets on each board.");

    m.def(
        "meet_ranges",
        [](const FreeEvaluator& evaluator, Array<const Mask, 1> boards,
           Array<const double, 2> weights, Array<double, 2> points, Array<double, 2> met) {
            const std::size_t ranges = weights.shape(1);
            require(weights.shape(0) == kHoleHands && points.shape(0) == kHoleHands &&
                        met.shape(0) == kHoleHands && points.shape(1) == ranges &&
                        met.shape(1) == ranges,
                    "results must have a row for each of 1,326 hands, a column per range");
            check_boards(evaluator, boards);
            const nb::gil_scoped_release release;
            meet_ranges(*evaluator.free_ranking(), boards.data(),
                        static_cast<std::int64_t>(boards.shape(0)), weights.data(),
                        static_cast<std::int64_t>(ranges), points.data(), met.data());
        },
        "evaluator"_a, "boards"_a, "weights"_a, "points"_a, "met"_a,
        "Add up what each hand beats, and what it meets, of many ranges on each board.");

    m.def(
        "compatible_weights",
        [](Array<const double, 2> weights, Array<double, 2> out) {
            require(weights.shape(1) == kHoleHands && out.shape(0) == weights.shape(0) &&
                        out.shape(1) == kHoleHands,
                    "weights and results must be rows of 1,326 numbers");
            const nb::gil_scoped_release release;
            compatible_weights(weights.data(), static_cast<std::int64_t>(weights.shape(0)),
                               out.data());
        },
        "weights"_a.noconvert(), "out"_a.noconvert(),
        "Add up, for each hand, the weights of all hands that share no card with it.");

    m.def(
        "count_preflop_wins",
        [](const FreeEvaluator& evaluator, int threads, Array<std::int32_t, 2> by_ranks,
           Array<std::int32_t, 2> by_suit) {
            const Ranking& ranking = *evaluator.free_ranking();
            require(ranking.table_cards() == kMaxTableCards && !ranking.is_low(),
                    "the evaluator must be for five-card high hands");
            require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
            require(by_ranks.shape(0) == kRankPairs && by_ranks.shape(1) == kRankPairs &&
                        by_suit.shape(0) == kKindPairs && by_suit.shape(1) == kKindPairs,
                    "tables must have 91 x 91 pairs of ranks and 351 x 351 of kinds");
            const nb::gil_scoped_release release;
            count_preflop_wins(ranking, threads, by_ranks.data(), by_suit.data());
        },
        "evaluator"_a, "threads"_a, "by_ranks"_a, "by_suit"_a,
        "Count the boards that hands win before the flop, as tables to be added up.");
}

PyObject* error_class(const char* name) {
    return nb::object(nb::module_::import_("fifthstreet.errors").attr(name)).release().ptr();
}

// Refusals of the core are the package's own errors in Python.
void translate_errors() {
    static PyObject* const input_error = error_class("InputError");
    static PyObject* const not_enough_memory = error_class("NotEnoughMemoryError");
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::invalid_argument& error) {
            PyErr_SetString(input_error, error.what());
        } catch (const std::bad_alloc&) {
            PyErr_SetString(not_enough_memory, "not enough memory: use a smaller task");
        }
    });
}

}  // namespace

}  // namespace fifthstreet

NB_MODULE(FIFTHSTREET_CORE, m) {
    m.doc() = "Native core: hand evaluation, equities, betting trees and solvers over arrays.";
#if defined(__clang__)
    m.attr("COMPILER") = "clang " __clang_version__;
#else
    m.attr("COMPILER") = "gcc " __VERSION__;
#endif
    m.attr("LANES") = fifthstreet::kLanes;
    fifthstreet::translate_errors();
    fifthstreet::bind_evaluators(m);
    fifthstreet::bind_equity(m);
    fifthstreet::bind_rules(m);
    fifthstreet::bind_tree(m);
    fifthstreet::bind_runouts(m);
    fifthstreet::bind_leaf_matrix(m);
    fifthstreet::bind_values(m);
    fifthstreet::bind_solver(m);
    fifthstreet::bind_multiway(m);
    fifthstreet::bind_ring(m);
    fifthstreet::bind_cfr(m);
    fifthstreet::bind_sampling(m);
    fifthstreet::bind_deals(m);
    fifthstreet::bind_prediction(m);
    fifthstreet::bind_hand_index(m);
    fifthstreet::bind_bucket_tables(m);
    fifthstreet::bind_strength(m);
    fifthstreet::bind_clustering(m);
    fifthstreet::bind_envs(m);
    nb::set_leak_warnings(false);  // objects that modules hold until exit are not leaks
}
