/* The processor's side: solving, looking at one round, the laws, and games played by the table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"

#ifndef SOURCES_MARK
#define SOURCES_MARK "made at first use"
#endif

/* Which sources this was made of, where the package's build says so. */
const char *sources_mark(void) { return SOURCES_MARK; }

/* Every value of a round, nothing shared. fold.py reads it by these names. */
typedef struct {
    float leaf[2][LEAVES];
    float lone[2][LONE];
    float lone4[LONE4];
    float spread6[SPREADS6];
    float spread4[SPREADS4];
    float roll4[SPREADS4];
    float spread2[SPREADS2];
    float roll2[SPREADS2];
    float root;
    float mixed[SPREADS6];
    float spread5[SPREADS5];
    float throws[SPREADS2 * ROLLS];
    uint8_t next[FACES * 16];
} Fold;

static Room room_in(const Graph *g, Fold *fold) {
    Room room;
    for (int side = 0; side < 2; side++) {
        room.leaf[side] = fold->leaf[side];
        room.lone[side] = fold->lone[side];
    }
    room.mixed = fold->mixed;
    room.lone4 = fold->lone4;
    room.spread6 = fold->spread6;
    room.spread5 = fold->spread5;
    room.roll4 = fold->roll4;
    room.spread4 = fold->spread4;
    room.throws = fold->throws;
    room.roll2 = fold->roll2;
    room.spread2 = fold->spread2;
    room.next = fold->next;
    room.below = g->below;
    room.root = &fold->root;
    return room;
}

long long fold_size(void) { return (long long)sizeof(Fold); }

/* Solves the states of a list, all of one level. Returns the rounds folded, or -1 without memory. */
long long solve_list(const Graph *g, const int *states, int count, float *table, float still) {
    Fold *fold = (Fold *)malloc(sizeof(Fold));
    if (!fold) return -1;
    Room room = room_in(g, fold);
    long long folded = 0;
    for (int item = 0; item < count; item++) folded += solve_pair(g, &room, states[item], table, still);
    free(fold);
    return folded;
}

/* The states that follow a round: by who took first, first load and second load. The species of `c` are in the order of
   the faces, not sorted. */
void leaf_numbers(const Graph *g, const Contents *c, int *numbers) {
    uint8_t next[FACES * 16];
    Room room;
    room.next = next;
    room.below = g->below;
    for (int first_taker = 0; first_taker < 2; first_taker++) {
        prepare_leaves(g, &room, c, first_taker);
        for (int leaf = 0; leaf < LEAVES; leaf++) *numbers++ = leaf_number(g, &room, leaf);
    }
}

/* Mid-round, one player has taken and entered: the states that follow by what the other takes. */
void lone_leaf_numbers(const Graph *g, const Contents *c, int first_taker, int *numbers) {
    uint8_t next[FACES * 16];
    Room room;
    room.next = next;
    room.below = g->below;
    prepare_leaves(g, &room, c, first_taker);
    for (int load = 0; load < LOADS; load++) numbers[load] = leaf_number(g, &room, EMPTY * LOADS + load);
}

/* Folds a round whose leaves have been filled in. */
float fold_round(const Graph *g, Fold *fold) {
    Room room = room_in(g, fold);
    fold_starter_takes_first(g, &room);
    fold_other_takes_first(g, &room);
    fold_both_in(g, &room);
    return fold->root;
}

float fold_state(const Graph *g, Fold *fold, int state, const float *table) {
    Room room = room_in(g, fold);
    Contents c = contents_of(g, state);
    return round_value(g, &room, &c, table);
}

int mirror_number(const Graph *g, int state) {
    Contents c = contents_of(g, state);
    return mirror_of(g, &c);
}

/* Finished states. */

static const int groups_at[COINS] = {0, 0, 0, 1, 1, 2, 3};

static int is_over(const Graph *g, const Contents *c) {
    int mine = 0, theirs = 0;
    for (int species = 0; species < SPECIES; species++) {
        mine += g->my_left[c->codes[species]] <= FULL;
        theirs += g->their_left[c->codes[species]] <= FULL;
    }
    return mine >= 4 || theirs >= 4;
}

static float result_of(const Graph *g, const Contents *c) {
    int lead = g->lion_worth[c->codes[LION]], my_barn = 0, their_barn = 0;
    for (int species = 0; species < SPECIES; species++) {
        if (species < SMALL) lead += g->small_worth[c->codes[species]];
        my_barn += g->my_left[c->codes[species]] == 0;
        their_barn += g->their_left[c->codes[species]] == 0;
    }
    int mine = groups_at[c->my_coins] - my_barn, theirs = groups_at[c->their_coins] - their_barn;
    lead += (mine > 0 ? mine : 2 * mine) - (theirs > 0 ? theirs : 2 * theirs);
    lead = lead * COINS + c->my_coins - c->their_coins;
    return lead > 0 ? 1.0f : lead < 0 ? 0.0f : 0.5f;
}

/* Puts the results of finished states into the table and `guess` into the others. */
void fill_finished(const Graph *g, float *table, int first_pair, int end_pair, float guess) {
    for (int pair = first_pair; pair < end_pair; pair++) {
        Contents c = contents_of(g, pair * COIN_PAIRS);
        int over = is_over(g, &c);
        for (int coins = 0; coins < COIN_PAIRS; coins++) {
            c.my_coins = coins / COINS;
            c.their_coins = coins % COINS;
            table[pair * COIN_PAIRS + coins] = over ? result_of(g, &c) : guess;
        }
    }
}

float finished_value(const Graph *g, int state) {
    Contents c = contents_of(g, state);
    return is_over(g, &c) ? result_of(g, &c) : -1.0f;
}

/* The open states of a level, rising. Counts only when `states` is null. */
long long list_level(const Graph *g, int combinations, int level, int *states) {
    long long found = 0;
    for (int rank = 0; rank < combinations; rank++) {
        Contents c = contents_of(g, rank * LIONS * COIN_PAIRS);
        int left = level;
        for (int place = 0; place < SMALL; place++) left -= g->my_left[c.codes[place]] + g->their_left[c.codes[place]];
        if (left < 0 || left > 24) continue;
        for (int lion = 0; lion < LIONS; lion++) {
            int coins = 2 * (COINS - 1) - (left - g->my_left[lion] - g->their_left[lion]);
            if (coins < 0 || coins > 2 * (COINS - 1)) continue;
            c.codes[LION] = lion;
            if (is_over(g, &c)) continue;
            for (int mine = most(0, coins - COINS + 1); mine <= least(coins, COINS - 1); mine++) {
                if (states) states[found] = (rank * LIONS + lion) * COIN_PAIRS + mine * COINS + coins - mine;
                found++;
            }
        }
    }
    return found;
}

/* The laws. */

typedef struct {
    long long compared[3];
    double worst[3]; /* by how much the better-off side is worse off, at most: coins, barn, bonus */
} Laws;

static void hold(Laws *laws, int law, float better, float worse) {
    laws->compared[law]++;
    if (worse - better > laws->worst[law]) laws->worst[law] = worse - better;
}

static float with_code(const Graph *g, const float *table, const Contents *c, int species, int mine, int theirs, int bonus) {
    Contents other = *c;
    for (int code = 0; code < LIONS; code++)
        if (g->my_left[code] == mine && g->their_left[code] == theirs && g->small_worth[code] - g->small_worth[g->mirror[code]] ==
                2 * (most(0, theirs - 1) - most(0, mine - 1) + bonus)) {
            other.codes[species] = code;
            return table[number_of_contents(g, &other)];
        }
    return NAN;
}

static int bonus_of(const Graph *g, int code) {
    int animals = most(0, g->their_left[code] - 1) - most(0, g->my_left[code] - 1);
    return g->small_worth[code] - animals;
}

/* One more coin, a free barn space and a bonus never hurt: compared for every open state of the given pairs at or under
   the level. */
void check_laws(const Graph *g, const float *table, int first_pair, int end_pair, int highest_level, Laws *laws) {
    for (int pair = first_pair; pair < end_pair; pair++) {
        Contents c = contents_of(g, pair * COIN_PAIRS);
        if (is_over(g, &c)) continue;
        for (int coins = 0; coins < COIN_PAIRS; coins++) {
            int state = pair * COIN_PAIRS + coins, level = 0;
            c.my_coins = coins / COINS;
            c.their_coins = coins % COINS;
            level = 2 * (COINS - 1) - c.my_coins - c.their_coins;
            for (int species = 0; species < SPECIES; species++)
                level += g->my_left[c.codes[species]] + g->their_left[c.codes[species]];
            if (level > highest_level) continue;
            float value = table[state];
            if (c.my_coins < COINS - 1) hold(laws, 0, table[state + COINS], value);
            if (c.their_coins < COINS - 1) hold(laws, 0, value, table[state + 1]);
            for (int species = 0; species < SPECIES; species++) {
                int code = c.codes[species], mine = g->my_left[code], theirs = g->their_left[code];
                int bonus = bonus_of(g, code);
                if (mine == FULL) hold(laws, 1, value, with_code(g, table, &c, species, 0, theirs, bonus));
                if (theirs == FULL) hold(laws, 1, with_code(g, table, &c, species, mine, 0, bonus), value);
                if (mine <= FULL && theirs <= FULL && bonus > 0)
                    hold(laws, 2, value, with_code(g, table, &c, species, mine, theirs, -bonus));
            }
        }
    }
}

#include "play.h"
