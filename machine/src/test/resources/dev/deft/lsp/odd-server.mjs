// A language server that misbehaves as its first argument says. Files are `*.odd`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";

const mode = process.argv[2];
let buffer = Buffer.alloc(0);
let asked = 1000;
const replies = new Map();

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}

function publish(uri, diagnostics, version) {
  send({ method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics } });
}

function range(line, from, to) {
  return { start: { line, character: from }, end: { line, character: to } };
}

function ask(method, params) {
  const id = asked++;
  send({ id, method, params });
  return new Promise((resolve) => replies.set(id, resolve));
}

const texts = new Map();
const log = [];

function initialize(id) {
  if (mode === "never-ready") return;
  if (mode === "dies-at-start") {
    process.stderr.write("cannot find the project\n");
    process.exit(3);
  }
  if (mode === "garbage") {
    process.stdout.write("Content-Length: 12\r\n\r\n{not json at");
    return;
  }
  if (mode === "huge-frame") {
    process.stdout.write("Content-Length: 2147483647\r\n\r\n");
    setInterval(() => process.stdout.write(Buffer.alloc(1 << 20, 97)), 1);
    return;
  }
  if (mode === "deep") {
    const body = "[".repeat(200000);
    process.stdout.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    return;
  }
  if (mode === "chatty") process.stdout.write("Starting the server, please wait\nStill starting\n");
  if (mode === "no-header") {
    process.stdout.write("x".repeat(100000));
    return;
  }
  send({
    id,
    result: { capabilities: mode === "other-columns" ? { positionEncoding: "utf-8" } : {} },
  });
}

async function request(id, method, params) {
  const uri = params?.textDocument?.uri;
  if (method === "initialize") return initialize(id);
  if (mode === "hangs") return;
  if (mode === "dies") process.exit(7);
  if (mode === "flood") {
    for (let i = 0; i < 4000; i++) {
      publish(`file:///nowhere/${i}`, [{ range: range(0, 0, 1), message: "m".repeat(2000) }]);
    }
    const many = Array.from({ length: 20000 }, (_, i) => ({ uri, range: range(i, 0, 1) }));
    return send({ id, result: many });
  }
  switch (method) {
    case "textDocument/definition":
      if (mode === "outside")
        return send({
          id,
          result: [
            { uri: "file:///etc/shadow", range: range(0, 0, 1) },
            { uri: uri.replace(/[^/]*$/, "..%2f..%2f..%2fetc%2fpasswd"), range: range(0, 0, 1) },
            { uri: "jdt://contents/rt.jar/Object.class", range: range(3, 0, 1) },
          ],
        });
      if (mode === "lies")
        return send({
          id,
          result: [
            { uri, range: range(1000000, 5, 6) },
            { uri, range: { start: { line: -4, character: -1 }, end: { line: 0, character: 0 } } },
            { uri },
            null,
            { range: range(0, 0, 1) },
          ],
        });
      return send({ id, result: { uri, range: range(0, 0, 3) } });
    case "textDocument/hover": {
      if (mode === "asks") {
        const edit = await ask("workspace/applyEdit", { edit: { changes: { [uri]: [] } } });
        const settings = await ask("workspace/configuration", { items: [{ section: "a" }, {}] });
        const registered = await ask("client/registerCapability", { registrations: [] });
        const folders = await ask("workspace/workspaceFolders", null);
        const unknown = await ask("odd/unknown", {});
        return send({
          id,
          result: {
            contents: JSON.stringify({
              applied: edit.result.applied,
              settings: settings.result,
              registered: registered.result,
              folders: folders.result.length,
              unknown: unknown.error.code,
            }),
          },
        });
      }
      if (mode === "tells") return send({ id, result: { contents: await world(texts.get(uri)) } });
      return send({ id, result: { contents: { kind: "plaintext", value: String(texts.get(uri)) } } });
    }
    case "textDocument/references":
      return send({ id, result: log.map((_, i) => ({ uri: log[i], range: range(0, 0, 1) })) });
    case "textDocument/rename":
      if (mode === "renames-outside")
        return send({
          id,
          result: { changes: { "file:///etc/hosts": [{ range: range(0, 0, 3), newText: "x" }] } },
        });
      if (mode === "moves-files")
        return send({
          id,
          result: { documentChanges: [{ kind: "rename", oldUri: uri, newUri: uri + ".new" }] },
        });
      return send({ id, result: null });
    default:
      return send({ id, error: { code: -32601, message: "odd servers do not do that" } });
  }
}

// What the server can reach from its sandbox.
async function world(text) {
  const [root, host, port] = text.trim().split(" ");
  const reached = await new Promise((resolve) => {
    const socket = connect(Number(port), host, () => resolve("connected"));
    socket.on("error", (e) => resolve(e.code));
    setTimeout(() => resolve("nothing"), 3000);
  });
  let written = "written";
  try {
    writeFileSync(root + "/planted.odd", "x");
  } catch (e) {
    written = e.code;
  }
  let secret = "hidden";
  try {
    secret = readFileSync(root + "/secret.key", "utf8") || secret;
  } catch (e) {
    // It cannot be read.
  }
  const keys = Object.keys(process.env).filter((it) => /KEY|TOKEN|SECRET/.test(it) && !it.startsWith("GIT_CONFIG_"));
  return JSON.stringify({
    reached,
    written,
    secret,
    keys,
    home: existsSync(process.env.HOME + "/.ssh"),
    own: process.env.ODD ?? "",
  });
}

function notice(method, params) {
  const document = params?.textDocument;
  if (method === "textDocument/didOpen") {
    texts.set(document.uri, document.text);
    log.push("file:///open/" + document.version);
    check(document.uri, document.text, document.version);
  }
  if (method === "textDocument/didChange") {
    texts.set(document.uri, params.contentChanges[0].text);
    log.push("file:///change/" + document.version);
    check(document.uri, params.contentChanges[0].text, document.version);
  }
  if (method === "textDocument/didClose") {
    texts.delete(document.uri);
    log.push("file:///close/" + document.uri.split("/").pop());
  }
  if (method === "workspace/didChangeWatchedFiles") {
    for (const it of params.changes) log.push(`file:///watched/${it.type}/${it.uri.split("/").pop()}`);
  }
}

// Each word `bad` is an error.
function check(uri, text, version) {
  if (mode === "silent") return;
  const found = [];
  text.split("\n").forEach((line, i) => {
    for (const it of line.matchAll(/\bbad\w*/g)) {
      found.push({ range: range(i, it.index, it.index + 3), severity: 1, source: "odd", message: it[0] });
    }
  });
  publish(uri, found, version);
}

process.stdin.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  while (true) {
    const head = buffer.indexOf("\r\n\r\n");
    if (head < 0) return;
    const length = Number(/Content-Length: (\d+)/.exec(buffer.subarray(0, head).toString())[1]);
    if (buffer.length < head + 4 + length) return;
    const message = JSON.parse(buffer.subarray(head + 4, head + 4 + length).toString());
    buffer = buffer.subarray(head + 4 + length);
    if (message.method && message.id !== undefined) request(message.id, message.method, message.params);
    else if (message.method) notice(message.method, message.params);
    else replies.get(message.id)?.(message);
  }
});
process.stdin.on("end", () => process.exit(0));
