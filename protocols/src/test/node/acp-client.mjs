// Drives an ACP agent with the official TypeScript client, and prints what happened as JSON.
// Arguments: the directory of the SDK, the workspace, and the command of the agent.
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const [sdk, root, ...command] = process.argv.slice(2);
const acp = await import(pathToFileURL(sdk + "/dist/v1/stable/acp.js").href);
const { methods } = acp;

const seen = { updates: [], permissions: [], forms: [], reads: [], writes: [] };
const buffers = new Map([[root + "/open.txt", "unsaved text\n"]]);

const app = acp
  .client({ name: "test" })
  .onNotification(methods.client.session.update, (it) => {
    seen.updates.push(it.params.update);
  })
  .onRequest(methods.client.session.requestPermission, (it) => {
    seen.permissions.push(it.params);
    const option = it.params.options.find((one) => one.kind === "allow_once");
    return { outcome: { outcome: "selected", optionId: option.optionId } };
  })
  .onRequest(methods.client.fs.readTextFile, async (it) => {
    seen.reads.push(it.params.path);
    return { content: buffers.get(it.params.path) ?? (await readFile(it.params.path, "utf8")) };
  })
  .onRequest(methods.client.fs.writeTextFile, async (it) => {
    seen.writes.push(it.params);
    buffers.set(it.params.path, it.params.content);
    await writeFile(it.params.path, it.params.content);
    return {};
  })
  .onRequest(methods.client.elicitation.create, (it) => {
    seen.forms.push(it.params);
    return { action: "accept", content: { answer1: "blue" } };
  });

const agent = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
const exited = new Promise((resolve) => agent.on("exit", resolve));
const stream = acp.ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout));

const text = (words) => [{ type: "text", text: words }];
const result = await app.connectWith(stream, async (ctx) => {
  const answers = {};
  const prompt = async (sessionId, words) =>
    (await ctx.request(methods.agent.session.prompt, { sessionId, prompt: text(words) })).stopReason;
  answers.initialized = await ctx.request(methods.agent.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      elicitation: { form: {} },
    },
    clientInfo: { name: "test", version: "1" },
  });
  answers.created = await ctx.request(methods.agent.session.new, { cwd: root, mcpServers: [] });
  const id = answers.created.sessionId;
  answers.said = await prompt(id, "say Hello, editor.");
  answers.edited = await prompt(
    id,
    'call read {"path":"open.txt"}\n' +
      'call edit {"path":"open.txt","old_text":"unsaved","new_text":"saved"}\nsay Edited.',
  );
  answers.ran = await prompt(id, 'call bash {"command":"echo printed by a command"}\nsay Ran.');
  answers.asked = await prompt(
    id,
    'call question {"questions":[{"question":"Color?","options":[{"label":"red"},{"label":"blue"}]}]}\nrepeat',
  );
  answers.planned = await prompt(id, 'call todo {"todos":[{"content":"Ship","status":"pending"}]}\nsay Planned.');
  const waiting = prompt(id, "wait");
  while (!seen.updates.some((it) => it.content?.text === "Waiting.")) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await ctx.notify(methods.agent.session.cancel, { sessionId: id });
  answers.cancelled = await waiting;
  answers.mode = await ctx.request(methods.agent.session.setMode, { sessionId: id, modeId: "plan" });
  answers.options = await ctx.request(methods.agent.session.setConfigOption, {
    sessionId: id,
    configId: "model",
    value: "test/other",
  });
  answers.closed = await ctx.request(methods.agent.session.close, { sessionId: id });
  const before = seen.updates.length;
  answers.loaded = await ctx.request(methods.agent.session.load, { sessionId: id, cwd: root, mcpServers: [] });
  answers.replayed = seen.updates.slice(before).map((it) => it.sessionUpdate);
  answers.listed = await ctx.request(methods.agent.session.list, { cwd: root });
  answers.unknown = await ctx.request("_no/such", {}).then(
    () => "succeeded",
    (error) => error.code,
  );
  answers.deleted = await ctx.request(methods.agent.session.delete, { sessionId: id });
  return answers;
});
agent.stdin.end();
const ended = Date.now();
const code = await exited;
console.log(JSON.stringify({ ...result, ...seen, exit: code, tookMillis: Date.now() - ended }));
