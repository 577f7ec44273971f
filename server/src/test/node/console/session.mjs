// What can be done with a session besides talking: taking it back, copying, renaming, deleting, looking at where time went.

import assert from "node:assert/strict";
import { until } from "./tabs.mjs";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function begun(tabs, workspace, message) {
  const made = await tabs.api("POST", `/v1/workspaces/${workspace}/sessions`, message ? { message } : {});
  return { id: made.id, page: await tabs.open(`/#/w/${workspace}/s/${made.id}`) };
}

const composer = (page) => page.getByRole("textbox", { name: "Message", exact: true });

async function send(page, text) {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

async function allow(page) {
  await page.getByRole("button", { name: /^Allow once/ }).click();
}

/** Back to before a message: the files are shown first, then taken back, and the message can be written anew. */
export async function rewind(tabs, { workspace }) {
  const { id, page } = await begun(tabs, workspace, "say First.");
  await page.locator(".md", { hasText: "First." }).waitFor();
  const message = 'call write {"path":"rewound.txt","content":"written"}\nsay Second.';
  await send(page, message);
  await allow(page);
  await page.locator(".md", { hasText: "Second." }).waitFor();
  const there = () => tabs.api("GET", `/v1/workspaces/${workspace}/files/content?path=rewound.txt`).then(() => true, () => false);
  assert.equal(await there(), true);

  await page.locator("article", { hasText: "Second." }).first().hover();
  await page.getByRole("button", { name: "Rewind to before this message" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Rewind to an earlier message" });
  await dialog.getByText("rewound.txt").first().waitFor();
  await dialog.getByRole("button", { name: "Rewind" }).click();
  await until("the file is taken back", async () => !(await there()));
  await page.getByText("The conversation went on from an earlier message").waitFor();
  await until("what came after is gone", async () => (await page.locator(".md", { hasText: "Second." }).count()) === 0);
  await until("the message can be written anew", async () => (await composer(page).inputValue()) === message);
  assert.equal(await page.locator(".md", { hasText: "First." }).count(), 1);

  await page.reload();
  await page.locator(".md", { hasText: "First." }).waitFor();
  assert.equal(await page.locator(".md", { hasText: "Second." }).count(), 0, "a reload brings it back");
  assert.equal(await composer(page).inputValue(), message, "the draft is kept");
  return { session: id };
}

/** A name, a copy, and the end. */
export async function whole(tabs, { workspace }) {
  const { id, page } = await begun(tabs, workspace, "say Original.");
  await page.locator(".md", { hasText: "Original." }).waitFor();
  const menu = async (name) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await menu("Rename…");
  await page.getByLabel("Title").fill("A new <b>name</b>");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "A new <b>name</b>" }).waitFor();

  await menu("Fork");
  await until("the copy is shown", async () => !page.url().includes(id) && page.url().includes("/s/"));
  await page.getByText("Forked from").waitFor();
  await page.locator(".md", { hasText: "Original." }).waitFor();

  const download = page.waitForEvent("download");
  await menu("Export as Markdown");
  assert.match((await download).suggestedFilename(), /\.md$/);

  await menu("Delete…");
  await page.getByRole("dialog").getByRole("button", { name: "Delete the session" }).click();
  await page.waitForURL(/#\/sessions$/);
  await page.locator(`a.session-row[href*="${id}"]`).waitFor();
}

/** Pictures, drafts, history, the queue and the way to stop. */
export async function writing(tabs, { workspace }) {
  const { id, page } = await begun(tabs, workspace);
  await page.getByText("Nothing was said yet").waitFor();
  await page.locator("input[type=file]").setInputFiles({ name: "<b>dot</b>.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") });
  await page.getByRole("list", { name: "Attachments" }).getByText("<b>dot</b>.png").waitFor();
  await send(page, "say A dot.");
  await page.locator(".bubble img").waitFor();
  await page.locator(".md", { hasText: "A dot." }).waitFor();
  assert.equal(await page.getByRole("list", { name: "Attachments" }).count(), 0);

  await composer(page).press("ArrowUp");
  assert.equal(await composer(page).inputValue(), "say A dot.");
  await composer(page).fill("half a thought");
  await page.reload();
  await until("the draft is back", async () => (await composer(page).inputValue()) === "half a thought");

  await send(page, "until never-there Unheard.");
  await page.getByText("Running", { exact: true }).waitFor();
  await send(page, "say After the stop.");
  await page.getByText("1 message queued").waitFor();
  await page.getByRole("button", { name: "Interrupt" }).click();
  await page.locator(".md", { hasText: "After the stop." }).waitFor();
  assert.equal(await page.locator(".md", { hasText: "Unheard." }).count(), 0);
  return { session: id };
}

/** A sub-agent has a timeline of its own, inside and beside that of its parent; its time is in the chart. */
export async function agents(tabs, { workspace }) {
  const { page } = await begun(tabs, workspace, 'call task {"subagent_type":"general","prompt":"say From below."}\nsay From above.');
  await until("it is approved or done", async () => {
    const ask = page.getByRole("button", { name: /^Allow once/ });
    if (await ask.isEnabled({ timeout: 500 }).catch(() => false)) {
      await ask.click();
    }
    return (await page.locator(".md", { hasText: "From above." }).count()) > 0;
  });
  await page.getByRole("button", { name: "Show what the sub-agent did" }).click();
  await page.locator("deft-sub-timeline .md", { hasText: "From below." }).waitFor();

  await page.getByRole("tab", { name: "Sub-agents" }).click();
  await page.locator(".agent-head").click();
  await page.locator("deft-sub-agents .md", { hasText: "From below." }).waitFor();

  await page.getByRole("tab", { name: "Time and tokens" }).click();
  const chart = page.getByRole("application", { name: /Chart of time/ });
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.locator(".flame .bar.chosen").waitFor();
  assert.match(await page.locator(".flame-about").innerText(), /% of the time/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("button", { name: "Tokens" }).click();
  await page.getByRole("application", { name: /Chart of tokens/ }).locator(".bar").first().waitFor();
  assert.ok((await page.locator(".table tbody tr").count()) > 0);
}

/** A list that is kept current: what others begin appears, what they end goes, and the search asks the server. */
export async function list(tabs, { workspace }) {
  const page = await tabs.open("/#/sessions");
  await page.getByRole("heading", { name: "Sessions", level: 1 }).waitFor();
  const { id } = await tabs.api("POST", `/v1/workspaces/${workspace}/sessions`, { title: "Zanzibar & co", message: "say Needle in it." });
  await page.getByText("Zanzibar & co").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("needle");
  await until("only what matches is shown", async () => (await page.locator("a.session-row").count()) === 1);
  assert.match(page.url(), /q=needle/);
  await page.getByLabel("Search in sessions").fill("no such words anywhere");
  await page.getByText("No session matches").waitFor();
  await page.getByRole("link", { name: "Show all" }).click();
  await page.getByText("Zanzibar & co").waitFor();
  await tabs.api("DELETE", `/v1/workspaces/${workspace}/sessions/${id}`);
  await until("it is gone", async () => (await page.getByText("Zanzibar & co").count()) === 0);
}
