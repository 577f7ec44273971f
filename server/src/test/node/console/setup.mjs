// Sessions as other people and programs leave them, made by the API.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { until } from "./tabs.mjs";
import { DECEPTIVE, HOSTILE } from "./hostile.mjs";

/** Creates a session, sends it a message, and answers its requests until it has ended or waits for a person. */
async function talk(tabs, workspace, { id, title, message, answer = "once" }) {
  const sessions = `/v1/workspaces/${workspace}/sessions`;
  const created = await tabs.api("POST", sessions, { id, title });
  const base = `${sessions}/${created.id}`;
  await tabs.api("POST", `${base}/messages`, { text: message });
  await until(`${title} has ended`, async () => {
    const { items } = await tabs.api("GET", `/v1/requests?workspace=${workspace}&session=${created.id}`);
    if (items.length > 0 && answer === "") {
      return true;
    }
    for (const it of items) {
      await tabs.api("POST", `${base}/requests/${it.id}/answer`, { answer }).catch(() => {});
    }
    const now = await tabs.api("GET", base);
    return now.state === "idle" && now.turns > 0 && now.queued === 0;
  }, 60_000);
  return created.id;
}

const EDIT = JSON.stringify({ path: "src/order/total.js", old_text: "    return sum;", new_text: "    return Math.round(sum * 100) / 100;" });

/** A session that looked at files and changed one. */
export async function edited(tabs, { workspace }) {
  const session = await talk(tabs, workspace, {
    title: "Make the total of an order exact",
    message: [
      'call read {"path":"src/order/total.js"} && call grep {"pattern":"total"}'.replace(" && call ", " && "),
      `call edit ${EDIT}`,
      "say The total is **rounded to the cent** now.\\n\\n- `total` in `src/order/total.js` rounds once, at the end\\n- callers stay as they are",
    ].join("\n"),
    answer: "session",
  });
  const diff = await tabs.api("GET", `/v1/workspaces/${workspace}/sessions/${session}/diff`);
  assert.match(diff.diff, /Math\.round/);
  return { session };
}

/** An empty session, for scenarios that write into it. */
export async function blank(tabs, { workspace, title }) {
  const created = await tabs.api("POST", `/v1/workspaces/${workspace}/sessions`, { title });
  return { session: created.id };
}

/** A session in which title, messages, arguments, output, files and errors are hostile. */
export async function hostile(tabs, { workspace, file }) {
  const write = JSON.stringify({ path: file, content: `<script>window.__pwned='file'</script>\n${HOSTILE.join("\n")}\n` });
  const session = await talk(tabs, workspace, {
    title: "<img src=x onerror=\"window.__pwned='title'\">",
    message: [
      `call write ${write}`,
      `call bash ${JSON.stringify({ command: `printf '%s\\n' ${HOSTILE.slice(0, 4).map((it) => `'${it.replaceAll("'", "")}'`).join(" ")} "\\033[31mred\\033[0m"`, description: HOSTILE[1] })}`,
      `call read ${JSON.stringify({ path: HOSTILE[2] })}`,
      `call ${"no_such_tool_<b>"} {}`,
      `say ${HOSTILE.join("\\n\\n")}\\n\\n${DECEPTIVE}\\n\\nThe end of the hostile session.`,
    ].join("\n"),
  });
  return { session };
}

/** A session with an answer of one line of five megabytes. */
export async function longLine(tabs, { workspace }) {
  const session = await talk(tabs, workspace, { title: "A long line", message: "long 5000000" });
  await tabs.api("POST", `/v1/workspaces/${workspace}/sessions/${session}/messages`, { text: "say After the long line." });
  await until("it has ended", async () => (await tabs.api("GET", `/v1/workspaces/${workspace}/sessions/${session}`)).turns === 2);
  return { session };
}

/** Sessions for the pictures of the documentation, in which people speak as people do; the last one waits for an approval. */
export async function gallery(tabs, { workspace, gates }) {
  const script = (name, message, ...steps) => {
    writeFileSync(`${gates}/${name}.script`, [message, ...steps].join("\n"));
    return message;
  };
  await tabs.api("PUT", `/v1/workspaces/${workspace}/memory/files?path=MEMORY.md`, { content: "# What to remember\n\n- Prices are decimals.\n" });
  await talk(tabs, workspace, {
    title: "Why is the nightly import slow?",
    message: script("import", "Find out why the nightly import takes so long.", 'call grep {"pattern":"import"}', "say It reads the whole file once for each order. An index over the customers makes it one pass."),
  });
  await talk(tabs, workspace, {
    title: "Release notes of 1.4",
    message: script("notes", "Write the release notes of 1.4.", "say Here they are:\\n\\n1. Totals are exact\\n2. The import is faster"),
  });
  await talk(tabs, workspace, {
    title: "Explain the retry policy",
    message: script("retry", "How often do we try again?", "think The user wants a short answer.", "say Three times, with a pause that doubles."),
  });
  const fix = script("fix", "The total of an order is sometimes off by a cent. Please fix it.",
    'call read {"path":"src/order/total.js"} && grep {"pattern":"total\\\\("}', `call edit ${EDIT}`,
    "say The total is **rounded to the cent** now, once and at the end:\\n\\n- `total` in `src/order/total.js` keeps adding floating point numbers, so I round the sum\\n- its callers stay as they are");
  const session = await talk(tabs, workspace, { title: "Make the total of an order exact", message: fix, answer: "session" });
  const note = script("note", "Thanks! Note it in the changelog, too.", 'call write {"path":"CHANGELOG.md","content":"# Changes\\n\\n- The total of an order is exact to the cent.\\n"}', "say Noted.");
  await tabs.api("POST", `/v1/workspaces/${workspace}/sessions/${session}/messages`, { text: note });
  await until("it asks", async () => (await tabs.api("GET", `/v1/requests?session=${session}`)).items.length > 0);
  return { session };
}
