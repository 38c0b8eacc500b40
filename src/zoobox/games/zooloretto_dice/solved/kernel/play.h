/* A moment within a round, what each option is worth there, and whole games played by those values. */
#ifndef ZOOBOX_PLAY_H
#define ZOOBOX_PLAY_H

enum { STARTER = 0, OTHER = 1, NOBODY = 2, OPTIONS = 7, ROLLING = 0, TAKING = 1, PLACING = 4, DICE = 6 };

typedef struct {
    int32_t mover;     /* STARTER or OTHER */
    int32_t out;       /* who has taken: STARTER, OTHER or NOBODY */
    int32_t taken;     /* the load they took */
    int32_t trucks[3]; /* loads */
    int32_t hand[2];
    int32_t in_hand;
    int32_t supply;
} Spot;

static int spread_number(const Graph *g, const int32_t *trucks) {
    return g->spread_of[(trucks[0] * (LOADS + 1) + trucks[1]) * (LOADS + 1) + trucks[2]];
}

/* What rolling is worth to the mover who is alone, or to the starter while both are in. */
static float worth_of_rolling(const Graph *g, const Fold *fold, const Spot *spot) {
    int node = spread_number(g, spot->trucks);
    if (spot->out == NOBODY)
        return spot->supply == 6 ? fold->root : spot->supply == 4 ? fold->roll2[node] : fold->roll4[node];
    if (spot->supply == 4) {
        int lying = least(least(spot->trucks[0], spot->trucks[1]), spot->trucks[2]);
        return fold->lone4[spot->taken < FACES ? spot->taken * FACES + lying : FACES * FACES + spot->taken - FACES];
    }
    return fold->lone[spot->mover][g->lone_start[spot->mover * LOADS + spot->taken] + node];
}

static float to_mover(const Spot *spot, float to_starter) {
    return spot->mover == STARTER ? to_starter : 1.0f - to_starter;
}

static float worth_of_taking(const Graph *g, const Fold *fold, const Spot *spot, int truck) {
    int load = spot->trucks[truck];
    if (spot->out != NOBODY) /* the round is over; leaves are seen by whoever takes last */
        return fold->leaf[spot->out][spot->taken * LOADS + load];
    Spot after = *spot;
    after.trucks[truck] = EMPTY;
    after.out = spot->mover;
    after.taken = load;
    after.mover = 1 - spot->mover;
    float best = 0.0f;
    if (spot->supply)
        best = worth_of_rolling(g, fold, &after);
    else
        for (int other = 0; other < 3; other++)
            if (after.trucks[other] != EMPTY) best = larger(best, fold->leaf[after.out][load * LOADS + after.trucks[other]]);
    return 1.0f - best;
}

/* What it is worth to the mover that its turn ends here: both dice are placed. */
static float worth_of_ending(const Graph *g, const Fold *fold, const Spot *spot) {
    if (spot->out == NOBODY) {
        int node = spread_number(g, spot->trucks);
        float to_starter = spot->supply == 4   ? fold->spread2[node]
                           : spot->supply == 2 ? fold->spread4[node]
                                               : fold->spread6[node];
        return to_mover(spot, to_starter);
    }
    if (spot->supply) return worth_of_rolling(g, fold, spot);
    float best = 0.0f;
    for (int truck = 0; truck < 3; truck++)
        if (spot->trucks[truck] != EMPTY) best = larger(best, worth_of_taking(g, fold, spot, truck));
    return best;
}

static int place(const Graph *g, Spot *spot, int truck) {
    int load = g->plus[FACES * spot->trucks[truck] + spot->hand[0]];
    if (load == NONE) return 0;
    spot->trucks[truck] = load;
    spot->hand[0] = spot->hand[1];
    spot->in_hand--;
    return 1;
}

static float worth_of_placing(const Graph *g, const Fold *fold, const Spot *spot, int truck) {
    Spot after = *spot;
    if (!place(g, &after, truck)) return -1.0f;
    if (!after.in_hand) return worth_of_ending(g, fold, &after);
    float best = 0.0f;
    for (int next = 0; next < 3; next++) best = larger(best, worth_of_placing(g, fold, &after, next));
    return best;
}

/* What every option is worth to the mover: roll, take truck 1 to 3, place on truck 1 to 3; -1 where not allowed. */
void weigh_options(const Graph *g, const Fold *fold, const Spot *spot, float *worth) {
    for (int option = 0; option < OPTIONS; option++) worth[option] = -1.0f;
    for (int truck = 0; truck < 3; truck++) {
        if (spot->in_hand)
            worth[PLACING + truck] = worth_of_placing(g, fold, spot, truck);
        else if (spot->trucks[truck] != EMPTY)
            worth[TAKING + truck] = worth_of_taking(g, fold, spot, truck);
    }
    if (!spot->in_hand && spot->supply) {
        float rolling = worth_of_rolling(g, fold, spot);
        worth[ROLLING] = spot->out == NOBODY ? to_mover(spot, rolling) : rolling;
    }
}

/* Luck for the games: xorshift64*. */
static uint32_t draw(uint64_t *luck, uint32_t below) {
    *luck ^= *luck >> 12;
    *luck ^= *luck << 25;
    *luck ^= *luck >> 27;
    return (uint32_t)(((*luck * 0x2545F4914F6CDD1DULL) >> 32) * below >> 32);
}

/* Ways to play. A habit narrows the options; among those left the best by the table is played. */
enum {
    PERFECT, AT_RANDOM,
    TAKES_AT_ONCE,   /* takes as soon as any truck carries a die */
    TAKES_TWO,       /* takes as soon as a truck carries two dice, and not before */
    WAITS_FOR_THREE, /* takes trucks with three dice only, while it may roll */
    ROLLS_ON,        /* rolls while it may */
    PILES_UP,        /* puts a die on a loaded truck whenever one has room */
    SPREADS_OUT,     /* puts a die on an empty truck whenever there is one */
    NEVER_SPOILS,    /* keeps a die that the other cannot use off the loaded trucks, when it can */
    OWN_MARKS,       /* takes the truck that brings itself most, whatever the other gets */
    CARELESS,        /* places dice at random */
    HABITS
};

static int size_of(int load) { return load == EMPTY ? 0 : load < FACES ? 1 : load < FIRST_TRIPLE ? 2 : 3; }

static int left_of(const Graph *g, const Contents *c, int of_starter, int face) {
    if (face == COIN) return COINS - 1 - (of_starter ? c->my_coins : c->their_coins);
    return of_starter ? g->my_left[c->codes[face]] : g->their_left[c->codes[face]];
}

/* The points that a load brings at once: animals, less what goes into the barn; a coin counts as half. */
static int gain_of(const Graph *g, const Contents *c, int of_starter, int load) {
    int gain = 0;
    for (int face = 0; face < FACES; face++) {
        int symbols = (int)(g->counts[load] >> 4 * face & 15), left = left_of(g, c, of_starter, face);
        if (face == COIN) {
            gain += least(symbols, left);
        } else {
            int spaces = most(0, left - 1);
            gain += 2 * least(symbols, spaces) - (symbols > spaces && left > 0 ? 4 : 0);
        }
    }
    return gain;
}

static int allows(const Graph *g, const Contents *c, const Spot *spot, const float *worth, int habit, int option) {
    int may_roll = worth[ROLLING] >= 0.0f, loaded = 0, empty = 0;
    for (int truck = 0; truck < 3; truck++) {
        if (worth[PLACING + truck] < 0.0f) continue;
        if (spot->trucks[truck] == EMPTY) empty = 1;
        else loaded = 1;
    }
    int largest = 0, best_gain = -100;
    for (int truck = 0; truck < 3; truck++) {
        largest = most(largest, size_of(spot->trucks[truck]));
        if (spot->trucks[truck] != EMPTY)
            best_gain = most(best_gain, gain_of(g, c, spot->mover == STARTER, spot->trucks[truck]));
    }
    int taking = option >= TAKING && option < PLACING, placing = option >= PLACING;
    int load = taking ? spot->trucks[option - TAKING] : placing ? spot->trucks[option - PLACING] : EMPTY;
    switch (habit) {
    case TAKES_AT_ONCE: return placing || taking || !largest;
    case TAKES_TWO: return placing || (largest >= 2 ? taking && size_of(load) >= 2 : taking ? !may_roll : 1);
    case WAITS_FOR_THREE: return !taking || !may_roll || size_of(load) == 3;
    case ROLLS_ON: return !taking || !may_roll;
    case PILES_UP: return !placing || !loaded || load != EMPTY;
    case SPREADS_OUT: return !placing || !empty || load == EMPTY;
    case NEVER_SPOILS:
        return !placing || !empty || load == EMPTY || left_of(g, c, spot->mover != STARTER, spot->hand[0]) > (spot->hand[0] != COIN);
    case OWN_MARKS: return !taking || gain_of(g, c, spot->mover == STARTER, load) == best_gain;
    default: return 1;
    }
}

static int choose(const Graph *g, const Contents *c, const Spot *spot, const float *worth, int habit, uint64_t *luck) {
    int best = -1, options = 0;
    for (int option = 0; option < OPTIONS; option++) options += worth[option] >= 0.0f;
    if (habit == AT_RANDOM || (habit == CARELESS && spot->in_hand)) {
        int which = (int)draw(luck, (uint32_t)options);
        for (int option = 0; option < OPTIONS; option++)
            if (worth[option] >= 0.0f && !which--) return option;
    }
    for (int option = 0; option < OPTIONS; option++)
        if (worth[option] >= 0.0f && allows(g, c, spot, worth, habit, option) && (best < 0 || worth[option] > worth[best]))
            best = option;
    return best;
}

/* One decision of a game that was played. */
typedef struct {
    int32_t state;
    int32_t seat;
    int32_t round;
    int32_t chosen;
    Spot spot;
    float worth[OPTIONS];
} Decision;

typedef struct {
    long long games;
    double won;         /* by seat 0 */
    double won_squared;
    double lost[2];     /* winning chance given away, per seat, added up over all games */
    double lost_squared[2];
    long long decisions[2], rounds, traced;
} Tally;

/* Plays games from a state on; seat 0 starts. `strays` in a million decisions are made at random. Decisions are written
   to `trace` while there is room. */
void play_games(const Graph *g, const float *table, int start, int games, const int *habits, int strays, uint64_t luck,
                Decision *trace, long long trace_room, Fold *fold, Tally *tally) {
    for (int skipped = 0; skipped < 8; skipped++) draw(&luck, 2);
    for (int game = 0; game < games; game++) {
        int state = start, starter_seat = 0;
        double lost[2] = {0.0, 0.0};
        for (int round = 1; finished_value(g, state) < 0.0f && round < 1000; round++) {
            Contents c = contents_of(g, state);
            Spot spot = {STARTER, NOBODY, EMPTY, {EMPTY, EMPTY, EMPTY}, {0, 0}, 0, DICE};
            int following = -1;
            fold_state(g, fold, state, table);
            tally->rounds++;
            while (following < 0) {
                float worth[OPTIONS], best = 0.0f;
                int seat = spot.mover == STARTER ? starter_seat : 1 - starter_seat, options = 0;
                weigh_options(g, fold, &spot, worth);
                for (int option = 0; option < OPTIONS; option++) {
                    best = larger(best, worth[option]);
                    options += worth[option] >= 0.0f;
                }
                int habit = strays && (int)draw(&luck, 1000000) < strays ? AT_RANDOM : habits[seat];
                int option = choose(g, &c, &spot, worth, habit, &luck);
                lost[seat] += best - worth[option];
                if (options > 1) {
                    tally->decisions[seat]++;
                    if (tally->traced < trace_room) {
                        Decision *made = &trace[tally->traced++];
                        made->state = state;
                        made->seat = seat;
                        made->round = round;
                        made->chosen = option;
                        made->spot = spot;
                        memcpy(made->worth, worth, sizeof worth);
                    }
                }
                if (option == ROLLING) {
                    spot.supply -= 2;
                    spot.in_hand = 2;
                    spot.hand[0] = (int)draw(&luck, FACES);
                    spot.hand[1] = (int)draw(&luck, FACES);
                } else if (option >= PLACING) {
                    place(g, &spot, option - PLACING);
                    if (!spot.in_hand && spot.out == NOBODY) spot.mover = 1 - spot.mover;
                } else if (spot.out == NOBODY) {
                    spot.out = spot.mover;
                    spot.taken = spot.trucks[option - TAKING];
                    spot.trucks[option - TAKING] = EMPTY;
                    spot.mover = 1 - spot.mover;
                } else {
                    Room room = room_in(g, fold);
                    prepare_leaves(g, &room, &c, spot.out);
                    following = leaf_number(g, &room, spot.taken * LOADS + spot.trucks[option - TAKING]);
                    starter_seat = seat; /* whoever takes last begins */
                }
            }
            state = following;
        }
        float result = finished_value(g, state);
        double won = result < 0.0f ? 0.5 : starter_seat == 0 ? result : 1.0 - result;
        tally->games++;
        tally->won += won;
        tally->won_squared += won * won;
        for (int seat = 0; seat < 2; seat++) {
            tally->lost[seat] += lost[seat];
            tally->lost_squared[seat] += lost[seat] * lost[seat];
        }
    }
}

#endif
