// A program that uses the native core without Python and compares its answers with known ones: the
// hands of each category, an equity on several threads, indices, buckets and features of hands, a
// river whose equilibrium is known, and clusters, which are the same to the bit on every machine.
//
// tools/cross_compile.py builds it for systems on which the tests cannot run.
#include <array>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <numeric>
#include <string>
#include <vector>

#include "abstraction/bucket_tables.hpp"
#include "abstraction/centre_search.hpp"
#include "abstraction/strength.hpp"
#include "blueprint/huge_pages.hpp"
#include "cards/equity.hpp"
#include "postflop/range_solver.hpp"
#include "shared/random.hpp"

using namespace fifthstreet;

namespace {

int failures = 0;

void expect(const char* what, double got, double wanted, double tolerance) {
    const bool is_right = std::abs(got - wanted) <= tolerance;
    std::printf("%-34s %.12g%s\n", what, got, is_right ? "" : "  WRONG");
    failures += !is_right;
}

Mask hand(std::initializer_list<const char*> cards) {
    Mask mask = 0;
    for (const char* card : cards) {
        const int rank = static_cast<int>(std::string("23456789TJQKA").find(card[0]));
        const int suit = static_cast<int>(std::string("cdhs").find(card[1]));
        mask |= card_bit(rank * kSuits + suit);
    }
    return mask;
}

RankingSpec standard_high() {
    RankingSpec spec{std::vector<int>(kRanks), 5, {}, true, false};
    std::iota(spec.ranks.begin(), spec.ranks.end(), 0);
    spec.categories = {{{1, 1, 1, 1, 1}, false, false}, {{2, 1, 1, 1}, false, false},
                       {{2, 2, 1}, false, false},       {{3, 1, 1}, false, false},
                       {{1, 1, 1, 1, 1}, true, false},  {{1, 1, 1, 1, 1}, false, true},
                       {{3, 2}, false, false},          {{4, 1}, false, false},
                       {{1, 1, 1, 1, 1}, true, true}};
    return spec;
}

void check_categories(const FreeEvaluator& evaluator) {
    std::vector<int> counts(9);
    for_each_subset(kAllCards, 5, [&](Mask cards) {
        ++counts[evaluator.categories()[evaluator.strength(cards, 0)]];
    });
    const int wanted[] = {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40};
    for (int i = 0; i < 9; ++i) expect("hands of a category", counts[i], wanted[i], 0);
}

void check_equity(const FreeEvaluator& evaluator) {
    const EquityGame game{&evaluator, nullptr, kAllCards, 2, 5};
    const Mask hands[] = {hand({"As", "Ah"}), hand({"Ks", "Kh"})};
    Tally tallies[2];
    enumerate_boards(game, hands, 1, 2, 0, 0, 4, tallies);
    // Published: AsAh beats KsKh on 1,410,336 of 1,712,304 boards and ties on 9,308.
    expect("boards won by AsAh", static_cast<double>(tallies[0].wins), 1410336, 0);
    expect("boards tied", static_cast<double>(tallies[0].ties), 9308, 0);
}

void check_index() {
    const HandIndex index({2, 3, 1, 1});
    // Published: Waugh 2013.
    expect("deals of four rounds, up to suits", static_cast<double>(index.size(3)), 2428287420, 0);
    int wrong = 0;
    for (std::uint64_t number = 0; number < index.size(3); number += 1'000'003) {
        Mask sets[4];
        index.unindex(3, number, sets);
        wrong += index.index(3, sets) != number;
    }
    expect("indices that do not come back", wrong, 0, 0);
}

// Each hand's bucket is the remainder of its index, so look-ups show which index they used.
void check_buckets() {
    const HandIndex& index = hold_em_index(3);
    std::vector<std::uint16_t> buckets(index.size(1));
    for (std::size_t i = 0; i < buckets.size(); ++i) buckets[i] = i % 50'021;
    std::array<BucketTables::Table, BucketTables::kStreets> streets;
    streets[1] = {buckets.data(), static_cast<std::int64_t>(buckets.size()), true, 50'021, nullptr};
    const BucketTables tables(streets);
    int wrong = 0;
    for (std::uint64_t number = 0; number < index.size(1); number += 1'009) {
        Mask sets[2];
        index.unindex(1, number, sets);
        wrong += tables.bucket(sets[0], sets[1]) != buckets[number];
        std::uint16_t of_board[kHoleHands];
        tables.buckets_of_board(sets[1], of_board);
        for (int h = 0; h < kHoleHands; ++h) {
            if (kHoles[h].mask == sets[0]) wrong += of_board[h] != buckets[number];
            wrong += (of_board[h] == BucketTables::kBlocked) != ((kHoles[h].mask & sets[1]) != 0);
        }
    }
    expect("wrong buckets", wrong, 0, 0);
}

// The potentials of AdQc on 3h4cJh, with the flop's suits renamed, are published: Billings, Papp,
// Schaeffer & Szafron 1998.
void check_strengths(const FreeEvaluator& evaluator) {
    const Mask flop = hand({"3c", "4d", "Jc"});
    const Mask hole = hand({"Ah", "Qd"});
    const BoardHands hands(flop);
    const std::int64_t starts[] = {0, hands.count};
    std::vector<std::uint32_t> points(hands.count), square_points(hands.count);
    std::vector<std::uint16_t> histogram(hands.count * 10);
    std::vector<float> potentials(hands.count * 2);
    sum_strengths(*evaluator.free_ranking(), {&flop, starts, 1}, 2,
                  {points.data(), square_points.data(), histogram.data(), 10, potentials.data()});
    double total = 0;
    double deals = 0;
    for (int i = 0; i < hands.count; ++i) {
        total += static_cast<double>(points[i]) * hands.multiplicity[i];
        deals += hands.multiplicity[i];
        if (kHoles[hands.hands[i]].mask != hole) continue;
        expect("positive potential of AdQc", potentials[2 * i], 0.208, 5e-4);
        expect("negative potential of AdQc", potentials[2 * i + 1], 0.274, 5e-4);
        expect("weakest tenth of its runouts", histogram[10 * i], 1, 0);
    }
    expect("mean strength on a flop", total / deals / 1081 / 1980, 0.5, 1e-12);
}

// The hands of one player on the river, weakest first, none of which the other can hold as well.
Seat river_seat(const std::vector<Mask>& own, const std::vector<Mask>& other, Mask board,
                const FreeEvaluator& evaluator) {
    Seat seat;
    const int count = static_cast<int>(own.size());
    seat.count = {count};
    seat.start = seat.table = seat.group_start = {0};
    for (int i = 0; i < count; ++i) {
        Mask left = own[i];
        for (int card = 0; card < 2; ++card)
            seat.cards.push_back(static_cast<std::uint8_t>(pop_card(left)));
        const auto beaten = [&](Strength limit) {
            std::uint16_t number = 0;
            for (const Mask rival : other) number += evaluator.strength(rival, board) < limit;
            return number;
        };
        const Strength strength = evaluator.strength(own[i], board);
        seat.order.push_back(static_cast<std::uint16_t>(i));
        seat.same.push_back(static_cast<std::uint16_t>(other.size()));
        seat.groups.push_back({beaten(strength), beaten(static_cast<Strength>(strength + 1)),
                               static_cast<std::uint16_t>(i + 1)});
    }
    seat.rows = 2;
    seat.blocks = 1;
    return seat;
}

// The first player has the best hand or the worst, equally often, and may bet the pot of 1 into a
// bluff catcher. At equilibrium they bluff with half of the worst hands and are called half of the
// time, which wins a quarter of the pot more than an equal share.
void check_river(const FreeEvaluator& evaluator) {
    const Mask board = hand({"Kc", "8s", "7h", "2d", "2c"});
    const std::vector<Mask> hands[2] = {{hand({"4c", "3c"}), hand({"Ks", "Kh"})},
                                        {hand({"As", "Ah"})}};
    Street street;
    street.kind = {kAction, kShowdown, kAction, kFold, kShowdown};  // check or bet; fold or call
    street.player = {0, -1, 1, -1, -1};
    street.first_child = {1, 3, 3, 5, 5};
    street.n_children = {2, 0, 2, 0, 0};
    street.row = street.block = {0, 0, 0, 0, 0};
    street.lead[0] = street.lead[1] = {0, 0.5f, 0, 0, 1.5f};
    street.total[0] = {0, 0, 0, 0.5f, 0};
    street.total[1] = {0, 0, 0, -0.5f, 0};
    street.entry_start = {0, 5};
    street.parent = {0};
    street.member_start = {0, 0};
    street.first_of_parent = {0, 1};
    for (int p = 0; p < 2; ++p)
        street.seats[p] = river_seat(hands[p], hands[1 - p], board, evaluator);
    RangeSolver solver({street}, {1, 1}, {1}, false, 1);

    const int iterations = 2000;
    std::vector<float> regrets[2], averages[2];
    std::uint32_t stamps[2][2] = {};
    for (int p = 0; p < 2; ++p) {
        regrets[p].resize(2 * row_stride(2));
        averages[p].resize(2 * row_stride(2));
        PlayerTables& tables = solver.tables(p);
        tables.regrets.data = regrets[p].data();
        tables.averages.data = averages[p].data();
        tables.regret_stamps = &stamps[p][0];
        tables.average_stamps = &stamps[p][1];
    }
    const std::vector<float> ones(iterations + 1, 1.0f);
    solver.iterate(1, iterations, {ones, ones, ones}, 2);

    float values[2][2] = {};
    for (int p = 0; p < 2; ++p) solver.evaluate(p, Mode::kBestResponse, 1, {nullptr}, values[p]);
    expect("river, best response of OOP", (values[0][0] + values[0][1]) / 2, 0.25, 0.01);
    expect("river, best response of IP", values[1][0] / 2, -0.25, 0.01);
}

void check_huge_pages() {
    ChunkPool pool;
    std::uint64_t sum = 0;
    for (int chunk = 0; chunk < 40; ++chunk) {
        std::uint64_t* const words = pool.take();
        words[ChunkPool::kChunkWords - 1] = 1;
        sum += words[0] + words[ChunkPool::kChunkWords - 1];
    }
    expect("chunks of huge pages", static_cast<double>(sum), 40, 0);
}

// The sum of costs after three iterations of k-means over random points; 700 centres are more than
// the lists of neighbours hold.
std::uint64_t clustered_cost(Metric metric, int dimensions) {
    constexpr int kPoints = 5000, kCentres = 700;
    std::vector<float> points(kPoints * dimensions);
    Random random(1, 0);
    for (float& number : points) number = static_cast<float>(random.uniform());
    Scaling scaling{metric, dimensions, 0, 0, 1};
    scaling.top = highest_level(metric, scaling.used());
    scaling.scale = scaling.top;
    const LevelPoints rows(scaling, points.data(), kPoints, {}, 2);
    std::vector<Level> centres(kCentres * scaling.stride());
    std::vector<std::uint16_t> labels(kPoints);
    std::vector<Cost> costs(kPoints);
    std::vector<std::uint64_t> totals(kCentres);
    rows.seed(7, 0, kCentres, 2, {centres.data(), 0, labels.data(), costs.data()});
    for (int iteration = 0; iteration < 3; ++iteration) {
        rows.update(labels.data(), kCentres, 2, centres.data(), totals.data());
        const CentreSearch search(scaling, centres.data(), kCentres, 2);
        search.assign(rows, labels.data(), costs.data(), 2);
    }
    return std::accumulate(costs.begin(), costs.end(), std::uint64_t{0});
}

void check_clusters() {
    const auto squares = static_cast<double>(clustered_cost(Metric::kSquares, 8));
    const auto absolute = static_cast<double>(clustered_cost(Metric::kAbsolute, 50));
    expect("clusters, squared distances", squares, 130638143724.0, 0);
    expect("clusters, earth mover's distance", absolute, 18495116, 0);
}

}  // namespace

int main() {
    std::printf("%d lanes\n", kLanes);
    const FreeEvaluator evaluator(standard_high());
    check_categories(evaluator);
    check_equity(evaluator);
    check_index();
    check_buckets();
    check_strengths(evaluator);
    check_river(evaluator);
    check_huge_pages();
    check_clusters();
    return failures ? 1 : 0;
}
