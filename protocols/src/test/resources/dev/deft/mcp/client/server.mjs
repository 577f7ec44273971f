// A small MCP server that misbehaves as its first argument says. Speaks 2025-11-25 over its standard streams.
import { createInterface } from 'node:readline';
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync, appendFileSync } from 'node:fs';

const [mode, file] = process.argv.slice(2);
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const tool = (name, more = {}) => ({
  name,
  description: 'Does ' + name + '.',
  inputSchema: { type: 'object', properties: {} },
  ...more
});
const nested = (depth) => (depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } });

const lists = {
  liar: [
    tool('good'),
    tool('text', { inputSchema: 'no schema' }),
    tool('none', { inputSchema: undefined }),
    tool('array', { inputSchema: { type: 'array' } }),
    tool('deep', { inputSchema: nested(60) }),
    tool('long', { inputSchema: { type: 'object', description: 'x'.repeat(100000), properties: {} } }),
    tool('wordy', { description: 'x'.repeat(100000) }),
    tool('n' + String.fromCodePoint(0x430) + 'me'),
    tool('sp ace'),
    tool(''),
    { description: 'nameless' },
    tool('far', {
      inputSchema: { type: 'object', properties: { a: { $ref: 'http://127.0.0.1:1/schema.json' } } }
    })
  ],
  alike: [tool('read_all'), tool('read_a11'), tool('READ_ALL'), tool('read.all'), tool('other')],
  many: [...Array(30).keys()].map((i) => tool('t' + i)).concat(tool('turnip', { description: 'Grows a turnip.' })),
  wordy: [tool('go', { description: 'x'.repeat(1000) })],
  long: [tool('a'.repeat(100)), tool('a'.repeat(99) + 'b')]
};
let tools = lists[mode] ?? [tool('go'), tool('again', { annotations: { idempotentHint: true } })];
if (mode === 'changing' && existsSync(file)) {
  tools = [tool('go', { description: 'Now does something else.' })];
}

if (mode === 'chatty') {
  console.log('Welcome to this server!');
  console.log('{"not": "a message"}');
  console.log('{broken');
}
if (mode === 'angry') {
  process.stderr.write('x'.repeat(1 << 20) + '\n');
  for (let i = 0; i < 20; i++) process.stderr.write('complaint '.repeat(100000) + '\n');
  process.stderr.write('the last complaint\n');
}
if (mode === 'stubborn') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore'
  });
  writeFileSync(file, process.pid + ' ' + child.pid);
}
if (mode === 'counting') {
  appendFileSync(file, 'start\n');
  if (existsSync(file + '.down')) process.exit(3);
}

const answers = {};
const ask = (id, method, params = {}) =>
  new Promise((resolve) => {
    answers[id] = resolve;
    say({ id, method, params });
  });

async function call(id, name, args, meta) {
  switch (mode) {
    case 'hanging':
      appendFileSync(file + '.called', '');
      return;
    case 'dying':
      process.exit(7);
    case 'once': // dies at the first call, and answers later ones
      if (!existsSync(file)) {
        writeFileSync(file, 'died');
        process.exit(7);
      }
      return say({ id, result: text('second life') });
    case 'huge': {
      process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":{"content":[{"type":"text","text":"');
      const piece = 'y'.repeat(1 << 20);
      for (let i = 0; i < Number(file); i++) {
        if (!process.stdout.write(piece)) await new Promise((done) => process.stdout.once('drain', done));
      }
      return process.stdout.write('"}]}}\n');
    }
    case 'large':
      return say({ id, result: text('line\n'.repeat(1000000)) });
    case 'flooding':
      for (let i = 0; i < 50000; i++) {
        say({ method: 'notifications/progress', params: { progressToken: meta.progressToken, progress: i, message: 'step ' + i } });
        say({ method: 'notifications/tools/list_changed' });
        say({ method: 'notifications/' + i });
      }
      return say({ id, result: text('survived') });
    case 'stepping':
      for (const progress of [1, 2]) {
        say({ method: 'notifications/progress', params: { progressToken: meta.progressToken, progress, total: 2, message: 'step \u001b[1m' + progress } });
        say({ method: 'notifications/progress', params: { progressToken: 'of another call', progress: 9, message: 'wrong' } });
      }
      return say({ id, result: text('done') });
    case 'confused':
      say({ id: 4711, result: text('for nobody') });
      say({ id: String(id), result: text('for another type') });
      say({ id, result: text('first') });
      say({ id, result: text('second') });
      return say({ id, error: { code: -1, message: 'third' } });
    case 'nonsense':
      return say({ id, result: 'no object' });
    case 'empty':
      return say({ id, result: {} });
    case 'failing':
      return say({ id, result: { ...text('The disk is full.'), isError: true } });
    case 'refusing':
      return say({ id, error: { code: -32602, message: 'No such \u001b[31mthing\u001b[0m' } });
    case 'rich':
      return say({
        id,
        result: {
          content: [
            { type: 'text', text: 'A picture:' },
            { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
            { type: 'image', mimeType: 'image/png', data: '%%%' },
            { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
            { type: 'resource_link', uri: 'file:///a', name: 'a', description: 'the letter' },
            { type: 'resource', resource: { uri: 'file:///b', text: 'bee' } },
            { type: 'hologram' }
          ],
          structuredContent: { letters: 2 }
        }
      });
    case 'echo':
      return say({ id, result: text(JSON.stringify({ name, args })) });
    case 'env':
      return say({ id, result: text(JSON.stringify(process.env)) });
    case 'asking': {
      const all = {};
      for (const [key, method, params] of [
        ['roots', 'roots/list', {}],
        ['files', 'fs/read_text_file', { path: '/etc/passwd' }],
        ['form', 'elicitation/create', {
          message: 'Who \u001b[31mare\u001b[0m you?',
          requestedSchema: {
            type: 'object',
            properties: {
              name: { type: 'string', title: 'Name', minLength: 2 },
              age: { type: 'integer', minimum: 0 },
              color: { type: 'string', enum: ['r', 'g'], enumNames: ['red', 'green'] },
              sure: { type: 'boolean' }
            },
            required: ['name']
          }
        }],
        ['url', 'elicitation/create', { mode: 'url', message: 'Sign in', url: 'https://example.org/in', elicitationId: '1' }],
        ['script', 'elicitation/create', { mode: 'url', message: 'Sign in', url: 'javascript:alert(1)', elicitationId: '2' }],
        ['model', 'sampling/createMessage', {
          messages: [{ role: 'user', content: { type: 'text', text: 'Say hi' } }],
          systemPrompt: 'Be brief.',
          maxTokens: 50
        }]
      ].filter((it) => !file || file === it[0])) {
        const answer = await ask(key, method, params);
        all[key] = answer.result ?? { error: answer.error };
      }
      return say({ id, result: text(JSON.stringify(all)) });
    }
    default:
      return say({ id, result: text('done') });
  }
}

function modern(message) {
  const params = message.params ?? {};
  const meta = params._meta ?? {};
  if (meta['io.modelcontextprotocol/protocolVersion'] !== '2026-07-28' || !meta['io.modelcontextprotocol/clientCapabilities']) {
    return say({ id: message.id, error: { code: -32600, message: 'no version' } });
  }
  switch (message.method) {
    case 'tools/list':
      return say({ id: message.id, result: { resultType: 'complete', tools } });
    case 'subscriptions/listen':
      tools = [tool('go'), tool('grown')];
      return say({
        method: 'notifications/tools/list_changed',
        params: { _meta: { 'io.modelcontextprotocol/subscriptionId': message.id } }
      });
    case 'tools/call': {
      const answered = params.inputResponses?.who;
      return say({
        id: message.id,
        result: answered
          ? { resultType: 'complete', ...text(JSON.stringify([answered, params.requestState])) }
          : {
              resultType: 'input_required',
              requestState: 's1',
              inputRequests: {
                who: {
                  method: 'elicitation/create',
                  params: {
                    mode: 'form',
                    message: 'Who?',
                    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } }
                  }
                }
              }
            }
      });
    }
    default:
      return say({ id: message.id, error: { code: -32601, message: 'unknown' } });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (mode === 'modern' && message.id !== undefined && message.method !== 'server/discover') return modern(message);
  if (message.method === undefined) return answers[message.id]?.(message);
  switch (message.method) {
    case 'server/discover':
      if (mode === 'silent') return;
      if (mode === 'modern')
        return say({
          id: message.id,
          result: {
            resultType: 'complete',
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: { listChanged: true } },
            _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '3' } }
          }
        });
      return say({ id: message.id, error: { code: -32601, message: 'unknown' } });
    case 'initialize':
      if (mode === 'silent') return;
      return say({
        id: message.id,
        result: {
          protocolVersion: mode === 'future' ? '2099-01-01' : '2025-11-25',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'fake', version: '1' }
        }
      });
    case 'notifications/initialized':
      if (mode === 'early') ask('early', 'sampling/createMessage', { messages: [] }).then((it) => writeFileSync(file, JSON.stringify(it)));
      return;
    case 'notifications/cancelled':
      if (mode === 'hanging') writeFileSync(file, 'cancelled');
      return;
    case 'tools/list':
      if (mode === 'endless') return say({ id: message.id, result: { tools: [tool('t' + Math.random().toString().slice(2))], nextCursor: 'more' } });
      say({ id: message.id, result: { tools } });
      if (mode === 'deaf') {
        process.stdin.pause();
        setInterval(() => {}, 1000);
      }
      return;
    case 'tools/call':
      if (message.params.name === 'grow') {
        tools = [...tools, tool('grown')];
        say({ method: 'notifications/tools/list_changed' });
      }
      return call(message.id, message.params.name, message.params.arguments, message.params._meta ?? {});
    default:
      if (message.id !== undefined) say({ id: message.id, error: { code: -32601, message: 'unknown' } });
  }
});
if (mode === 'growing') tools = [tool('grow')];
