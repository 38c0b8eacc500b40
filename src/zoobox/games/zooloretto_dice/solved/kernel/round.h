/* One round of the dice game for two, folded from its end. The same source is compiled for the processor and, by nvcc,
   for CUDA: there one thread block folds one round, here one thread does.

   Values are chances to win, a shared win counting half. A leaf is seen by whoever took last, who begins the next
   round; everything else is seen by the player who began this one. */
#ifndef ZOOBOX_ROUND_H
#define ZOOBOX_ROUND_H

#include <stdint.h>

#ifdef __CUDACC__
#define SHARED_CODE __host__ __device__ static __forceinline__
#else
#define SHARED_CODE static inline
#endif

/* EACH runs its body for every item, SYNC waits until all threads of the block are through. */
#ifdef __CUDA_ARCH__
#define EACH(item, count) for (int item = (int)threadIdx.x; item < (count); item += (int)blockDim.x)
#define SYNC __syncthreads()
#else
#define EACH(item, count) for (int item = 0; item < (count); item++)
#define SYNC
#endif

enum {
    FACES = 6, SPECIES = 5, SMALL = 4, LION = 4, COIN = 5,
    LOADS = 83, EMPTY = 83, FIRST_TRIPLE = 27,
    ROLLS = 21, THROWS = 36,
    LEAVES = LOADS * LOADS,
    SPREADS2 = 42, SPREADS4 = 1008, SPREADS5 = 3738, SPREADS6 = 10423,
    LONE = 2310, LONE4 = 57, LONE4_WAYS = 5, CHILD2_WAYS = 9,
    SLOTS = 28, SLOTS_BESIDE_TRIPLE = 7, /* loads that may lie there: none, one die, two dice */
    LIONS = 53, CODE_ROW = 54, COINS = 7, COIN_PAIRS = 49, FULL = 1,
    NONE = 0xFFFF
};

/* The tables of graph.py, by the same names. */
typedef struct {
    const uint32_t *counts;
    const uint32_t *mix;
    const uint32_t *spread6;
    const uint64_t *child5;
    const uint64_t *child4;
    const uint16_t *take4;
    const uint32_t *lone_other;
    const uint32_t *lone_starter;
    const uint16_t *lone4;
    const uint16_t *child2;
    const uint16_t *take2;
    const uint16_t *opening;
    const uint8_t *after;
    const uint8_t *mirror;
    const uint8_t *members;
    const int32_t *below;
    const int8_t *small_worth;
    const int8_t *lion_worth;
    const uint8_t *my_left;
    const uint8_t *their_left;
    const uint16_t *plus;
    const uint16_t *spread_of;
    const uint16_t *lone_start;
} Graph;

/* Where the values of a round are put. Some share their room on CUDA, where the fast memory is small. */
typedef struct {
    float *leaf[2];   /* by who took first: 0 the starter, 1 the other; first load, second load */
    float *lone[2];   /* by who is alone: 0 the starter, 1 the other; seen by that player */
    float *mixed;     /* per taken load, slot and roll the best load that can be made of it */
    float *lone4;
    float *spread6, *spread5, *roll4, *spread4, *throws, *roll2, *spread2;
    uint8_t *next;    /* per face and symbols of the first and second taker: the code after the round */
    const int32_t *below;
    float *root;
} Room;

typedef struct {
    int codes[SPECIES];
    int my_coins, their_coins;
} Contents;

SHARED_CODE float larger(float a, float b) { return a > b ? a : b; }
SHARED_CODE float smaller(float a, float b) { return a < b ? a : b; }
SHARED_CODE int least(int a, int b) { return a < b ? a : b; }
SHARED_CODE int most(int a, int b) { return a > b ? a : b; }

/* States. */

SHARED_CODE Contents contents_of(const Graph *g, int state) {
    Contents c;
    int pair = state / COIN_PAIRS, coins = state % COIN_PAIRS;
    int rank = pair / LIONS;
    for (int place = 0; place < SMALL; place++) c.codes[place] = g->members[SMALL * rank + place];
    c.codes[LION] = pair % LIONS;
    c.my_coins = coins / COINS;
    c.their_coins = coins % COINS;
    return c;
}

SHARED_CODE int number_of(const int32_t *below, int a, int b, int c, int d, int lion, int coins) {
    int low1 = least(a, b), high1 = most(a, b), low2 = least(c, d), high2 = most(c, d);
    int first = least(low1, low2), inner1 = most(low1, low2), inner2 = least(high1, high2), last = most(high1, high2);
    int second = least(inner1, inner2), third = most(inner1, inner2);
    int rank = first + below[CODE_ROW + second] + below[2 * CODE_ROW + third] + below[3 * CODE_ROW + last];
    return (rank * LIONS + lion) * COIN_PAIRS + coins;
}

SHARED_CODE int number_of_contents(const Graph *g, const Contents *c) {
    return number_of(g->below, c->codes[0], c->codes[1], c->codes[2], c->codes[3], c->codes[LION],
                     c->my_coins * COINS + c->their_coins);
}

SHARED_CODE int mirror_of(const Graph *g, const Contents *c) {
    const uint8_t *m = g->mirror;
    return number_of(g->below, m[c->codes[0]], m[c->codes[1]], m[c->codes[2]], m[c->codes[3]], m[c->codes[LION]],
                     c->their_coins * COINS + c->my_coins);
}

/* Whether a round can pass without a mark, so that the state follows itself: both have a face that brings nothing. */
SHARED_CODE int can_stand_still(const Graph *g, const Contents *c) {
    int mine = c->my_coins == COINS - 1, theirs = c->their_coins == COINS - 1;
    for (int species = 0; species < SPECIES; species++) {
        mine |= g->my_left[c->codes[species]] == 0;
        theirs |= g->their_left[c->codes[species]] == 0;
    }
    return mine && theirs;
}

/* Leaves. */

/* The code of each face after every possible pair of takings, seen by whoever takes last. */
SHARED_CODE void prepare_leaves(const Graph *g, const Room *room, const Contents *c, int first_taker) {
    EACH(item, FACES * 16) {
        int face = item / 16, first = item / 4 % 4, second = item % 4;
        if (face == COIN) {
            int firsts = first_taker ? c->their_coins : c->my_coins, seconds = first_taker ? c->my_coins : c->their_coins;
            room->next[item] = (uint8_t)(least(seconds + second, COINS - 1) * COINS + least(firsts + first, COINS - 1));
        } else {
            room->next[item] = g->after[((first_taker * LIONS + c->codes[face]) * 4 + first) * 4 + second];
        }
    }
    SYNC;
}

SHARED_CODE int leaf_number(const Graph *g, const Room *room, int leaf) {
    uint32_t marks = g->counts[leaf / LOADS] << 2 | g->counts[leaf % LOADS];
    const uint8_t *next = room->next;
    return number_of(room->below, next[marks & 15], next[16 + (marks >> 4 & 15)], next[32 + (marks >> 8 & 15)],
                     next[48 + (marks >> 12 & 15)], next[64 + (marks >> 16 & 15)], next[80 + (marks >> 20 & 15)]);
}

/* One player alone. */

/* For the loads first_load.. that were taken: the best load that a truck and a roll can be made into. */
SHARED_CODE void mix(const Graph *g, const Room *room, const float *leaf, int first_load, int loads, int slots) {
    EACH(item, loads * slots * ROLLS) {
        const float *row = leaf + (first_load + item / (slots * ROLLS)) * LOADS;
        uint32_t made = g->mix[item % (slots * ROLLS)];
        room->mixed[item] = larger(larger(row[made & 255], row[made >> 8 & 255]),
                                   larger(row[made >> 16 & 255], row[made >> 24]));
    }
    SYNC;
}

SHARED_CODE void fold_lone(const Room *room, const uint32_t *nodes, const float *leaf, float *lone,
                           int first_load, int slots, int first_node, int end) {
    EACH(item, end - first_node) {
        uint32_t node = nodes[first_node + item];
        int taken = node & 255, load = node >> 8 & 255;
        const float *mixed = room->mixed + (taken - first_load) * slots * ROLLS;
        const float *second = mixed + ((node >> 16 & 255) == EMPTY ? 0 : (node >> 16 & 255) + 1) * ROLLS;
        const float *third = mixed + ((node >> 24) == EMPTY ? 0 : (node >> 24) + 1) * ROLLS;
        int whole = load >= FIRST_TRIPLE; /* a full truck stays as it is */
        const float *first = whole ? second : mixed + (load + 1) * ROLLS;
        float least_worth = whole ? leaf[taken * LOADS + load] : 0.0f;
        float sum = 0.0f;
        int roll = 0;
        for (int x = 0; x < FACES; x++)
            for (int y = x; y < FACES; y++, roll++) {
                float best = larger(larger(first[roll], second[roll]), larger(third[roll], least_worth));
                sum += x == y ? best : 2.0f * best;
            }
        lone[first_node + item] = sum * (1.0f / THROWS);
    }
    SYNC;
}

SHARED_CODE void fold_small_takings(const Graph *g, const Room *room, const uint32_t *nodes, const float *leaf,
                                    float *lone, int per_single, int per_double) {
    int node = 0;
    for (int first = 0; first < FIRST_TRIPLE; first += 9) {
        int singles = most(0, least(FACES - first, 9)), end = node + singles * per_single + (9 - singles) * per_double;
        mix(g, room, leaf, first, 9, SLOTS);
        fold_lone(room, nodes, leaf, lone, first, SLOTS, node, end);
        node = end;
    }
}

SHARED_CODE void fold_triple_takings(const Graph *g, const Room *room, const uint32_t *nodes, const float *leaf,
                                     float *lone, int node) {
    for (int first = FIRST_TRIPLE; first < LOADS; first += 28) {
        mix(g, room, leaf, first, 28, SLOTS_BESIDE_TRIPLE);
        fold_lone(room, nodes, leaf, lone, first, SLOTS_BESIDE_TRIPLE, node, node + 28 * FACES);
        node += 28 * FACES;
    }
}

/* The round. */

SHARED_CODE void fold_starter_takes_first(const Graph *g, const Room *room) {
    const float *leaf = room->leaf[0];
    float *lone = room->lone[1];
    fold_small_takings(g, room, g->lone_other, leaf, lone, 182, SPREADS2);
    fold_triple_takings(g, room, g->lone_other, leaf, lone, 6 * 182 + 21 * SPREADS2);
    EACH(spread, SPREADS4) {
        float lowest = 1.0f; /* of the other, who is left alone */
        for (int truck = 0; truck < 3; truck++) {
            int node = g->take4[3 * spread + truck];
            if (node != NONE) lowest = smaller(lowest, lone[node]);
        }
        room->spread4[spread] = 1.0f - lowest;
    }
    SYNC;
}

SHARED_CODE void fold_other_takes_first(const Graph *g, const Room *room) {
    const float *leaf = room->leaf[1];
    float *lone = room->lone[0];
    fold_small_takings(g, room, g->lone_starter, leaf, lone, 238, SPREADS2);
    EACH(item, LONE4 * ROLLS) {
        const uint16_t *ways = g->lone4 + LONE4_WAYS * item;
        float best = lone[ways[0]];
        for (int way = 1; way < LONE4_WAYS; way++) best = larger(best, lone[ways[way]]);
        room->mixed[item] = best;
    }
    SYNC;
    EACH(node, LONE4) {
        float sum = 0.0f;
        int item = node * ROLLS;
        for (int x = 0; x < FACES; x++)
            for (int y = x; y < FACES; y++, item++) sum += x == y ? room->mixed[item] : 2.0f * room->mixed[item];
        room->lone4[node] = sum * (1.0f / THROWS);
    }
    SYNC;
    EACH(spread, SPREADS6) { /* all dice out: the other takes, then the starter */
        uint32_t loads = g->spread6[spread];
        const float *a = leaf + (loads & 255) * LOADS, *b = leaf + (loads >> 8 & 255) * LOADS;
        int first = loads & 255, second = loads >> 8 & 255, third = loads >> 16;
        float worth;
        if (third == EMPTY) {
            worth = smaller(a[second], b[first]);
        } else {
            const float *c = leaf + third * LOADS;
            worth = smaller(larger(a[second], a[third]),
                            smaller(larger(b[first], b[third]), larger(c[first], c[second])));
        }
        room->spread6[spread] = worth;
    }
    SYNC;
}

/* Three numbers of two bytes each, in one word. */
SHARED_CODE float best_of_three(const float *values, uint64_t which) {
    return larger(values[which & 0xFFFF], larger(values[which >> 16 & 0xFFFF], values[which >> 32 & 0xFFFF]));
}

SHARED_CODE void fold_both_in(const Graph *g, const Room *room) {
    EACH(spread, SPREADS4) room->roll4[spread] = 0.0f;
    for (int y = 0; y < FACES; y++) {
        const uint64_t *ends = g->child5 + SPREADS5 * y;
        EACH(spread, SPREADS5) room->spread5[spread] = best_of_three(room->spread6, ends[spread]);
        SYNC;
        EACH(spread, SPREADS4) {
            float sum = 0.0f;
            for (int x = 0; x <= y; x++) {
                float best = best_of_three(room->spread5, g->child4[SPREADS4 * x + spread]);
                sum += x == y ? best : 2.0f * best;
            }
            room->roll4[spread] += sum * (1.0f / THROWS);
        }
        SYNC;
    }
    EACH(spread, SPREADS4) room->spread4[spread] = larger(room->spread4[spread], room->roll4[spread]);
    SYNC;
    EACH(item, SPREADS2 * ROLLS) {
        const uint16_t *ways = g->child2 + CHILD2_WAYS * item;
        float lowest = room->spread4[ways[0]];
        for (int way = 1; way < CHILD2_WAYS; way++) lowest = smaller(lowest, room->spread4[ways[way]]);
        room->throws[item] = lowest;
    }
    SYNC;
    EACH(spread, SPREADS2) {
        float sum = 0.0f;
        int item = spread * ROLLS;
        for (int x = 0; x < FACES; x++)
            for (int y = x; y < FACES; y++, item++) sum += x == y ? room->throws[item] : 2.0f * room->throws[item];
        sum *= 1.0f / THROWS;
        room->roll2[spread] = sum;
        for (int truck = 0; truck < 2; truck++) {
            int node = g->take2[2 * spread + truck];
            if (node != NONE) sum = smaller(sum, room->lone4[node]);
        }
        room->spread2[spread] = sum;
    }
    SYNC;
    EACH(once, 1) {
        float sum = 0.0f;
        int roll = 0;
        for (int x = 0; x < FACES; x++)
            for (int y = x; y < FACES; y++, roll++) {
                const uint16_t *ways = g->opening + 2 * roll;
                float best = larger(room->spread2[ways[0]], room->spread2[ways[1]]);
                sum += x == y ? best : 2.0f * best;
            }
        *room->root = sum * (1.0f / THROWS);
    }
    SYNC;
}

SHARED_CODE void look_up_leaves(const Graph *g, const Room *room, const Contents *c, const float *table, int first_taker,
                                float *leaves) {
    prepare_leaves(g, room, c, first_taker);
    EACH(leaf, LEAVES) leaves[leaf] = table[leaf_number(g, room, leaf)];
    SYNC;
}

/* The value of a state whose later states are all in the table. */
SHARED_CODE float round_value(const Graph *g, const Room *room, const Contents *c, const float *table) {
    look_up_leaves(g, room, c, table, 0, room->leaf[0]);
    fold_starter_takes_first(g, room);
    look_up_leaves(g, room, c, table, 1, room->leaf[1]);
    fold_other_takes_first(g, room);
    fold_both_in(g, room);
    return *room->root;
}

/* Solves a state and its mirror image: each follows the other and itself in a round without a mark, so they are
   evaluated in turn until neither moves by more than `still`. Returns how many rounds were folded. */
SHARED_CODE int solve_pair(const Graph *g, const Room *room, int state, float *table, float still) {
    Contents c = contents_of(g, state);
    int mirror = mirror_of(g, &c), folded = 0;
    if (mirror < state) return 0; /* done with its mirror image */
    Contents m = contents_of(g, mirror);
    int again = can_stand_still(g, &c);
    float moved;
    do {
        float before = table[state], value = round_value(g, room, &c, table);
        moved = value > before ? value - before : before - value;
        SYNC;
        EACH(once, 1) table[state] = value;
        SYNC;
        folded++;
        if (mirror == state) continue;
        before = table[mirror];
        value = round_value(g, room, &m, table);
        moved = larger(moved, value > before ? value - before : before - value);
        SYNC;
        EACH(once, 1) table[mirror] = value;
        SYNC;
        folded++;
    } while (again && moved > still && folded < 1000);
    return folded;
}

#endif
