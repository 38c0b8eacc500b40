// A game of the shape of the dice game: roll two dice, put each on a truck, or take a truck. It has the same kinds of
// decisions and about as many of them, without the scoring, which only makes the server's work lighter.
const TRUCKS = 3;
const CRATES = 3;
const LENGTH = 110;

const done = (G) => G.decisions >= LENGTH;
const fits = (G, truck) => G.trucks[truck] && G.trucks[truck].length < CRATES;

const game = {
  name: 'dice',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({
    decisions: 0,
    hand: [],
    trucks: Array.from({ length: TRUCKS }, () => []),
    sheets: [0, 1].map(() => ({ crossed: {}, coins: 0, barn: [] })),
  }),
  moves: {
    roll: ({ G, random, events }) => {
      G.decisions += 1;
      G.hand = [random.D6(), random.D6()];
      if (!G.trucks.some((_, truck) => fits(G, truck))) events.endTurn();
    },
    place: ({ G, events }, truck) => {
      if (!G.hand.length || !fits(G, truck)) return 'INVALID_MOVE';
      G.decisions += 1;
      G.trucks[truck].push(G.hand.pop());
      if (!G.hand.length || !G.trucks.some((_, other) => fits(G, other))) {
        G.hand = [];
        events.endTurn();
      }
    },
    take: ({ G, ctx, events }, truck) => {
      if (!G.trucks[truck].length) return 'INVALID_MOVE';
      G.decisions += 1;
      const sheet = G.sheets[Number(ctx.currentPlayer)];
      for (const face of G.trucks[truck]) sheet.crossed[face] = (sheet.crossed[face] || 0) + 1;
      G.trucks[truck] = [];
      events.endTurn();
    },
  },
  endIf: ({ G }) => (done(G) ? { over: true } : undefined),
};

// What a program may do now: [move, arguments].
function choices(G) {
  const trucks = [...G.trucks.keys()];
  if (G.hand.length) return trucks.filter((truck) => fits(G, truck)).map((truck) => ['place', [truck]]);
  const full = trucks.filter((truck) => G.trucks[truck].length);
  const taking = full.map((truck) => ['take', [truck]]);
  return trucks.some((truck) => fits(G, truck)) ? [['roll', []], ...taking] : taking;
}

module.exports = { game, choices };
