// A provider that speaks HTTP/2 over TLS and nothing else.
// node http2.js KEY.p12 PASSWORD STREAM.sse SCENARIO...
// Each request plays the next scenario; the last one stays. What happens is told on standard output.
const fs = require("node:fs");
const http2 = require("node:http2");

const [pfx, passphrase, file, ...scenarios] = process.argv.slice(2);
const answer = fs.readFileSync(file, "utf8");
const half = answer.slice(0, answer.lastIndexOf("late"));
const tell = (line) => process.stdout.write(line + "\n");

const server = http2.createSecureServer({ pfx: fs.readFileSync(pfx), passphrase });
let connection;
server.on("secureConnection", (socket) => (connection = socket));
server.on("sessionError", () => {});
server.on("stream", (stream, headers) => {
  const scenario = scenarios.length > 1 ? scenarios.shift() : scenarios[0];
  stream.on("error", () => {});
  stream.on("close", () => tell("gone " + scenario));
  stream.resume();
  stream.on("end", () => play(scenario, stream));
  tell("asked " + headers[":method"] + " " + headers[":path"]);
});

function play(scenario, stream) {
  if (scenario === "busy") {
    stream.respond({ ":status": 429, "content-type": "application/json" });
    stream.end('{"error":{"message":"Slow down."}}');
    return;
  }
  stream.respond({ ":status": 200, "content-type": "text/event-stream" });
  switch (scenario) {
    case "whole":
      // In pieces that keep to no border of events or lines.
      for (let at = 0; at < answer.length; at += 37) stream.write(answer.slice(at, at + 37));
      stream.end();
      break;
    case "reset":
      stream.write(half, () => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR));
      break;
    case "broken":
      stream.write(half, () => connection.destroy());
      break;
    case "silent":
      stream.write(half);
      break;
  }
}

server.listen(0, "127.0.0.1", () => tell("port " + server.address().port));
process.stdin.on("end", () => process.exit(0)).resume();
