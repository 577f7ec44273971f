// The conformance suite starts this as its client: it tells the test to run the real one, in its own process.
import http from 'node:http';

const [port, ...rest] = process.argv.slice(2);
const order = JSON.stringify({
  scenario: process.env.MCP_CONFORMANCE_SCENARIO,
  revision: process.env.MCP_CONFORMANCE_PROTOCOL_VERSION,
  context: JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'),
  url: rest.at(-1)
});
const request = http.request({ host: '127.0.0.1', port, method: 'POST' }, (response) => {
  response.pipe(process.stderr);
  response.on('end', () => {
    process.exitCode = response.statusCode === 200 ? 0 : 1;
  });
});
request.end(order);
