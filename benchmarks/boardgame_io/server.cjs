// node server.cjs FOLDER_WITH_NODE_MODULES PORT
const path = require('node:path');
const [folder, port] = process.argv.slice(2);
const { Server, Origins } = require(path.join(folder, 'node_modules/boardgame.io/dist/cjs/server.js'));
const { game } = require('./game.cjs');

Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port: Number(port), callback: () => console.log('ready') });
