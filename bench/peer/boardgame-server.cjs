const { Server } = require("boardgame.io/server");
const { Peer } = require("./boardgame-game.cjs");

const server = Server({ games: [Peer], origins: ["*"] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log(appServer.address().port);
});
