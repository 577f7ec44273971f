// Reads the description of a running server, sends what it allows and much that it does not, and
// judges every response by the description alone. The judges are others': a validator of OpenAPI
// documents and one of JSON Schema.
// Arguments: the directory of the packages, a file with the address, tokens and known values.
// Prints one line of JSON with what was found.
import http from "node:http";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Requests, damagedBodies, damagedParameters, random } from "./sweep-requests.mjs";

const [packages, file] = process.argv.slice(2);
const require = createRequire(pathToFileURL(packages + "/x.js"));
const Ajv = require("ajv/dist/2020.js").default;
const addFormats = require("ajv-formats");
const { Validator } = await import(
  pathToFileURL(packages + "/@seriousme/openapi-schema-validator/index.js").href
);

const config = JSON.parse(await readFile(file, "utf8"));
const next = random(config.seed);
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
const findings = [];
const statuses = {};
const answeredWell = new Set();
let sent = 0;

function finding(operation, request, what) {
  findings.push(`${operation}: ${request.method} ${request.target} ${request.why}: ${what}`);
}

const text = await (await fetch(config.base + "/v1/openapi.json")).text();
const description = JSON.parse(text);
const verdict = await new Validator().validate(JSON.parse(text));
if (!verdict.valid) {
  findings.push("the description is not valid: " + JSON.stringify(verdict.errors).slice(0, 2000));
}

// A field that the description does not name is a finding here, though clients have to bear it.
for (const schema of Object.values(description.components.schemas)) {
  if (schema.properties && schema.additionalProperties === undefined) {
    schema.additionalProperties = false;
  }
}
const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: true });
addFormats(ajv);
ajv.addSchema(description, "description");
const compiled = new Map();

function judge(pointer) {
  if (!compiled.has(pointer)) {
    compiled.set(pointer, ajv.compile({ $ref: "description#" + pointer }));
  }
  return compiled.get(pointer);
}

const escaped = (it) => it.replaceAll("~", "~0").replaceAll("/", "~1");

function resolved(pointer) {
  let value = description;
  for (const part of pointer.slice(1).split("/")) {
    value = value[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return value?.$ref ? [value.$ref.slice(1), resolved(value.$ref.slice(1))[1]] : [pointer, value];
}

async function send(operation, request) {
  sent++;
  const headers = { ...request.headers };
  if (request.token) {
    headers.authorization = "Bearer " + request.token;
  }
  if (request.body !== undefined && !("content-type" in headers)) {
    headers["content-type"] = "application/json";
  }
  try {
    const response = await exchanged(request, headers);
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    return response;
  } catch (e) {
    finding(operation.id, request, "no response: " + e);
    return undefined;
  }
}

// Not fetch, which would tidy up hostile addresses before it sends them.
function exchanged(request, headers) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(config.base);
    const bytes = request.body === undefined ? undefined : Buffer.from(request.body);
    if (bytes) {
      headers["content-length"] = bytes.length;
    }
    const sending = http.request(
      { hostname, port, method: request.method, path: request.target, headers, agent, timeout: 30_000 },
      (response) => {
        const type = (response.headers["content-type"] ?? "").split(";")[0];
        const chunks = [];
        const answer = () => ({
          status: response.statusCode,
          headers: { get: (name) => response.headers[name] ?? null },
          type,
          body: Buffer.concat(chunks).toString("utf8"),
        });
        if (type === "text/event-stream") {
          resolve(answer());
          sending.destroy();
          return;
        }
        response.on("data", (it) => chunks.push(it));
        response.on("end", () => resolve(answer()));
        response.on("error", reject);
      },
    );
    sending.on("timeout", () => sending.destroy(new Error("nothing for 30 s")));
    sending.on("error", reject);
    sending.end(bytes);
  });
}

/** Sends a request and judges its response by the description. */
async function check(operation, request) {
  const response = await send(operation, request);
  if (!response) {
    return undefined;
  }
  if (response.status === 500) {
    finding(operation.id, request, "500 " + response.body.slice(0, 300));
    return response;
  }
  const [pointer, documented] = resolved(`${operation.pointer}/responses/${response.status}`);
  if (!documented) {
    finding(operation.id, request, `undocumented status ${response.status} ${response.body.slice(0, 200)}`);
    return response;
  }
  if (response.headers.get("x-content-type-options") !== "nosniff") {
    finding(operation.id, request, "nosniff is missing");
  }
  if (response.status < 300) {
    answeredWell.add(operation.id);
  }
  const types = Object.keys(documented.content ?? {});
  if (types.length === 0) {
    if (response.body !== "") {
      finding(operation.id, request, `${response.status} has a body: ${response.body.slice(0, 100)}`);
    }
    return response;
  }
  if (!types.includes(response.type)) {
    finding(operation.id, request, `${response.status} has the type ${response.type}, not ${types}`);
    return response;
  }
  if (response.type.endsWith("json")) {
    judgeJson(operation, request, response, `${pointer}/content/${escaped(response.type)}/schema`);
  }
  return response;
}

function judgeJson(operation, request, response, pointer) {
  let value;
  try {
    value = JSON.parse(response.body);
  } catch {
    finding(operation.id, request, "not JSON: " + response.body.slice(0, 200));
    return;
  }
  const valid = judge(pointer);
  if (!valid(value)) {
    const why = valid.errors.map((it) => `${it.instancePath} ${it.message} ${JSON.stringify(it.params)}`);
    finding(operation.id, request, `${response.status} is not as described: ${why.join("; ")} in ${response.body.slice(0, 300)}`);
  }
  if (response.type.startsWith("application/problem") && (value.status !== response.status || !value.detail)) {
    finding(operation.id, request, "a problem without status or detail: " + response.body.slice(0, 200));
  }
}

function expect(operation, request, response, ...wanted) {
  if (response && response.status !== 429 && !wanted.includes(response.status)) {
    finding(operation.id, request, `${response.status} where ${wanted.join(" or ")} is due`);
  }
}

function operations() {
  const all = [];
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, it] of Object.entries(methods)) {
      all.push({
        id: it.operationId,
        path,
        method: method.toUpperCase(),
        scope: it["x-deft-scope"],
        open: it.security?.length === 0,
        parameters: it.parameters ?? [],
        body: it.requestBody?.content["application/json"],
        bodyRequired: it.requestBody?.required ?? false,
        responses: it.responses,
        pointer: `/paths/${escaped(path)}/${method}`,
      });
    }
  }
  // What deletes comes last, so that the rest finds something.
  return all.sort((a, b) => (a.method === "DELETE") - (b.method === "DELETE"));
}

const deref = (schema) => (schema?.$ref ? resolved(schema.$ref.slice(1))[1] : schema);
const streams = (it) => Object.keys(it.responses["200"]?.content ?? {})[0] === "text/event-stream";
const acts = (it) => it.parameters.some((p) => p.name === "Idempotency-Key");

async function sweep(operation) {
  const requests = new Requests(operation, config, next, deref);
  const valid = requests.valid();
  const first = await check(operation, valid);
  if (first && first.status < 300 && operation.method === "GET" && first.type === "application/json") {
    await checkTag(operation, valid, first);
  }
  if (operation.parameters.some((it) => it.name === "cursor")) {
    await checkPages(operation, requests);
  }
  await checkAccess(operation, requests);
  for (const it of requests.variants()) {
    await check(operation, it);
  }
  if (operation.body) {
    for (const [why, body] of damagedBodies(deref(operation.body.schema), deref, requests.body())) {
      const request = { ...valid, why, body };
      expect(operation, request, await check(operation, request), 400, 404, 409, 413);
    }
    const typed = { ...valid, why: "wrong type", headers: { "content-type": "text/plain" } };
    if (typed.body !== undefined) {
      expect(operation, typed, await check(operation, typed), 415);
    }
  }
  for (const it of damagedParameters(operation, requests)) {
    const response = await check(operation, it);
    if (response && response.status >= 500 && response.status !== 503) {
      finding(operation.id, it, "a server error");
    }
  }
  if (acts(operation)) {
    await checkReplay(operation, requests);
  }
}

async function checkTag(operation, valid, first) {
  const tag = first.headers.get("etag");
  if (!tag) {
    finding(operation.id, valid, "no ETag");
    return;
  }
  const again = { ...valid, why: "If-None-Match", headers: { "if-none-match": tag } };
  const response = await check(operation, again);
  // What changes by itself, such as a clock, may differ.
  if (response && response.status !== 304 && response.headers.get("etag") === tag) {
    finding(operation.id, again, "no 304 for the same ETag");
  }
}

/** Follows the links of a list in pages of one, and wants each item once. */
async function checkPages(operation, requests) {
  const seen = new Set();
  let request = { ...requests.valid(), target: requests.target({ limit: "1" }), why: "in pages" };
  for (let page = 0; page < 5; page++) {
    const response = await check(operation, request);
    if (!response || response.status !== 200) {
      return;
    }
    const { items, next } = JSON.parse(response.body);
    const item = JSON.stringify(items);
    if (items.length > 1 || (items.length === 1 && seen.has(item))) {
      finding(operation.id, request, "a page of one has more, or the same again");
    }
    seen.add(item);
    const link = response.headers.get("link")?.match(/^<([^>]+)>; rel="next"$/)?.[1];
    if (Boolean(next) !== Boolean(link)) {
      finding(operation.id, request, "next without a Link, or the other way round");
    }
    if (!link) {
      return;
    }
    request = { ...request, target: link };
  }
}

async function checkAccess(operation, requests) {
  const valid = requests.valid();
  if (operation.open) {
    return;
  }
  for (const token of [undefined, "deft_x_y", config.tokens.all + "x"]) {
    const request = { ...valid, token, why: "without a good token" };
    expect(operation, request, await check(operation, request), 401);
  }
  if (operation.scope !== "look") {
    const request = { ...valid, token: config.tokens.look, why: "with too small a scope" };
    expect(operation, request, await check(operation, request), 403, 404);
  }
  if (operation.path.includes("{workspace}")) {
    const request = { ...valid, token: config.tokens.other, why: "without the workspace" };
    expect(operation, request, await check(operation, request), 404);
  }
}

async function checkReplay(operation, requests) {
  const key = "sweep-" + operation.id + "-" + config.seed;
  const valid = requests.valid();
  const request = { ...valid, why: "with a key", headers: { "idempotency-key": key } };
  const first = await check(operation, request);
  const second = await check(operation, { ...request, why: "with the same key" });
  if (!first || !second || first.status >= 300) {
    return;
  }
  if (config.unkept.includes(operation.id)) {
    expect(operation, request, second, 409);
    return;
  }
  if (second.status !== first.status || second.body !== first.body) {
    finding(operation.id, request, `a replay differs: ${second.status} ${second.body.slice(0, 200)}`);
  }
  if (second.headers.get("idempotency-replayed") !== "true") {
    finding(operation.id, request, "a replay without Idempotency-Replayed");
  }
  const other = { ...request, target: request.target + (request.target.includes("?") ? "&" : "?") + "x=1", why: "another request with the key" };
  expect(operation, other, await check(operation, other), 422, 400);
}

/** Whether a hole of another path takes the words of this one. */
function fitsAnother(target, method) {
  return Object.entries(description.paths).some(
    ([path, methods]) =>
      method in methods && new RegExp("^" + path.replace(/\{\w+\}/g, "[^/]+") + "$").test(target),
  );
}

async function otherMethods() {
  for (const [path, methods] of Object.entries(description.paths)) {
    const operation = { id: path };
    const target = path.replace(/\{(\w+)\}/g, (_, name) => config.values[name] ?? "x");
    for (const method of ["PUT", "PATCH", "DELETE", "POST", "GET"]) {
      if (method.toLowerCase() in methods || fitsAnother(target, method.toLowerCase())) {
        continue;
      }
      const request = { method, target, token: config.tokens.all, why: "an unknown method" };
      const response = await send(operation, request);
      if (response && response.status !== 429 && (response.status !== 405 || !response.headers.get("allow"))) {
        finding(path, request, `${response.status} without Allow where 405 is due`);
      }
    }
  }
}

const started = Date.now();
const all = operations();
const skipped = [];
for (const operation of all) {
  if (Date.now() - started > config.limit_ms) {
    skipped.push(operation.id);
    continue;
  }
  if (streams(operation)) {
    await check(operation, new Requests(operation, config, next, deref).valid());
    await checkAccess(operation, new Requests(operation, config, next, deref));
    continue;
  }
  await sweep(operation);
}
await otherMethods();
const never = all.map((it) => it.id).filter((it) => !answeredWell.has(it));
agent.destroy();
process.stdout.write(
  JSON.stringify({ operations: all.length, sent, statuses, never, skipped, findings: findings.slice(0, 60) }) + "\n",
);
