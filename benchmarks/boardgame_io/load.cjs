// node load.cjs FOLDER_WITH_NODE_MODULES PORT TABLES SECONDS PACE: two programs at each table make random decisions.
const path = require('node:path');
const { performance } = require('node:perf_hooks');
const [folder, port, tables, seconds, pace] = process.argv.slice(2);
const { io } = require(path.join(folder, 'node_modules/socket.io-client'));
const { choices } = require('./game.cjs');
const base = `http://127.0.0.1:${port}`;
const times = [];
let counting = false;

function play(matchID, playerID) {
  return new Promise((finished) => {
    const socket = io(`${base}/dice`, { transports: ['websocket'], forceNew: true });
    let sent = null;
    let answered = -1;
    const decide = (state) => {
      const [type, args] = choices(state.G)[Math.floor(Math.random() * choices(state.G).length)];
      const action = { type: 'MAKE_MOVE', payload: { type, args, playerID } };
      sent = performance.now();
      socket.emit('update', action, state._stateID, matchID, playerID);
    };
    const look = (state) => {
      if (sent !== null && state._stateID > answered) {
        if (counting) times.push(performance.now() - sent);
        sent = null;
      }
      if (state.ctx.gameover) {
        socket.close();
        finished();
      } else if (state.ctx.currentPlayer === playerID && state._stateID > answered) {
        answered = state._stateID;
        if (Number(pace)) setTimeout(decide, (0.5 + Math.random()) * (tables / pace) * 1000, state);
        else decide(state);
      }
    };
    socket.on('sync', (_, info) => look(info.state));
    socket.on('update', (_, state) => look(state));
    socket.on('connect', () => socket.emit('sync', matchID, playerID, undefined, 2));
  });
}

async function table(number) {
  if (Number(pace)) await new Promise((go) => setTimeout(go, Math.random() * (tables / pace) * 1000));
  for (let game = 0; ; game += 1) {
    const matchID = `match-${number}-${game}`; // the server makes a match when the first player asks for it
    await Promise.all([play(matchID, '0'), play(matchID, '1')]);
  }
}

for (let number = 0; number < Number(tables); number += 1) table(number);
const warm = 2000 + (Number(pace) ? (tables / pace) * 1000 : 0);
setTimeout(() => { counting = true; }, warm);
setTimeout(() => {
  process.stdout.write(JSON.stringify(times), () => process.exit(0));
}, warm + seconds * 1000);
