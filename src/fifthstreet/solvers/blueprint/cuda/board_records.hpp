// What the native core writes and the kernels of public chance sampling read. Both are compiled
// with this file.
#pragma once

namespace fifthstreet {

const int kRecordHands = 1088;  // room for the hands of a complete board, a multiple of 16
const int kRecordStreets = 4;

// Hands of one street by the row of the tables that they share.
struct RowRecord {
    unsigned short of_hand[kRecordHands];
    unsigned short hands[kRecordHands];  // row by row
    unsigned short start[kRecordHands + 16];
    unsigned short buckets[kRecordHands];
};

// A complete board and its hands, from the weakest to the strongest.
struct alignas(16) BoardRecord {
    int count;                 // of hands
    float weight;              // of the opponent's averages
    int rows[kRecordStreets];  // number of rows that some hand has
    int unused[2];
    float reach[kRecordHands];  // weights of the opponent's hands
    float steps[kRecordHands];  // weights of the traverser's regrets
    unsigned short by_card[2 * kRecordHands];
    unsigned short card_start[64];  // 53 are used
    unsigned short showdown[kRecordHands][8];
    RowRecord streets[kRecordStreets];
};

// A decision in a pass for one player; places are rows of reach and of values.
struct alignas(16) DecisionRecord {
    long long cell;  // first in the tables
    int place;       // of its values
    int first;       // place of its first child
    int actions;
    int reach;  // place of the opponent's reach
    short street;
    short is_own;  // whether the pass is for the player who acts
    int unused;
};

// Terminal nodes that are evaluated together, as `End` in game.cuh.
struct alignas(16) EndRecord {
    int reach;
    int folded;  // -1
    int place;
    int fold;  // place of the traverser's fold, or -1
    float lead;
    float total;
    float folded_total;
    float fold_total;
};

}  // namespace fifthstreet
