// node server.cjs FOLDER_WITH_NODE_MODULES PORT [STORE]: in memory, or in files of the folder STORE
const path = require('node:path');
const [folder, port, store] = process.argv.slice(2);
const { Server, Origins, FlatFile } = require(path.join(folder, 'node_modules/boardgame.io/dist/cjs/server.js'));
const { game } = require('./game.cjs');

const kept = store ? { db: new FlatFile({ dir: store }) } : {};
Server({ games: [game], origins: [Origins.LOCALHOST], ...kept }).run({
  port: Number(port),
  callback: () => console.log('ready'),
});
