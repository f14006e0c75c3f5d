#include "values/board_orders.hpp"

#include "shared/thread_pool.hpp"

namespace fifthstreet {

BoardOrders::BoardOrders(const Ranking& ranking, const Mask* boards, std::int64_t count,
                         int threads)
    : count_(count), hands_(count * kRiverHands), group_ends_(count * kRiverHands) {
    const auto seven = ranking.view<7>();
    ThreadPool pool(useful_threads(count, threads));
    pool.run(count, [&](std::int64_t b) {
        const Key board_key = key_of(boards[b]);
        std::array<RankedHole, kHoleHands> order;
        int hands = 0;
        for (int h = 0; h < kHoleHands; ++h) {
            if (kHoles[h].mask & boards[b]) continue;
            order[hands++] = {seven.best(kHoles[h].mask | boards[b], kHoles[h].key + board_key),
                              static_cast<std::uint16_t>(h)};
        }
        sort_by_strength(order, hands);
        std::uint16_t* group_end = &group_ends_[b * kRiverHands];
        for (int i = 0; i < hands; ++i) {
            hands_[b * kRiverHands + i] = order[i].hand;
            const bool is_last = i + 1 == hands || order[i + 1].strength != order[i].strength;
            if (is_last) *group_end++ = static_cast<std::uint16_t>(i + 1);
        }
    });
}

}  // namespace fifthstreet
