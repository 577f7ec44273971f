// Conversations: one from its first message to undo, one with two people, one across a killed server, one that is long.

import assert from "node:assert/strict";
import { nodes, until } from "./tabs.mjs";

const approval = (page) => page.getByRole("region", { name: "Approval" });
const composer = (page) => page.locator("deft-composer textarea, .composer textarea").first();

async function send(page, text) {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** Starts a session from the home page and goes to it. */
async function start(page, message) {
  await page.getByRole("button", { name: "New session" }).first().click();
  await page.getByLabel("What should be done?").fill(message);
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/#\/w\/[^/]+\/s\/[^/]+/);
}

/** A message, an approval with its preview, the change, the answer, and all of it taken back. */
export async function whole(tabs, { workspace }) {
  const page = await tabs.open("/#/");
  const file = `poem-${Date.now()}.txt`;
  await start(page, `call write {"path":"${file}","content":"Roses are red\\n"}\nsay It is **written**, see [here](https://example.com/).`);
  await approval(page).waitFor();
  await approval(page).getByText(file).first().waitFor();
  assert.match(await approval(page).innerText(), /rule/i);
  await approval(page).getByRole("button", { name: /^Allow once/ }).click();
  await page.locator(".md strong", { hasText: "written" }).waitFor();
  await page.getByText("Roses are red").first().waitFor();
  const link = page.locator(".md a[href='https://example.com/']");
  assert.match(await link.getAttribute("rel"), /noopener/);
  const content = () => tabs.api("GET", `/v1/workspaces/${workspace}/files/content?path=${file}`).then((it) => it.content, () => "");
  assert.equal(await content(), "Roses are red\n");

  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await until("the file is taken back", async () => (await content()) === "");
  await page.getByText("Changes taken back in").first().waitFor();
  await page.getByRole("button", { name: /^Redo/ }).first().click();
  await until("the file is there again", async () => (await content()) !== "");

  await send(page, 'call bash {"command":"rm -rf /etc/deft-test"}\nsay Then not.');
  await approval(page).waitFor();
  await approval(page).getByRole("button", { name: /^Reject/ }).click();
  await page.getByLabel(/What should be done instead/).fill("Leave it alone.");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByText("Then not.").first().waitFor();

  await send(page, 'call question {"questions":[{"question":"Which <b>color</b>?","header":"Color","options":[{"label":"Red","description":"warm"},{"label":"Blue","description":"cold"}]}]}\nsay Noted.');
  const question = page.getByRole("region", { name: "Question" });
  await question.getByText("Which <b>color</b>?").waitFor();
  await question.getByLabel(/Blue/).check();
  await question.getByRole("button", { name: "Answer" }).click();
  await page.getByText("Noted.").first().waitFor();

  const texts = await timeline(page);
  await page.reload();
  await page.getByText("Noted.").first().waitFor();
  assert.deepEqual(await timeline(page), texts, "a reload shows something else");
}

/** What the rows on the page say, without times. */
async function timeline(page) {
  await page.locator(".status", { hasText: "Idle" }).waitFor();
  await until("the timeline is still", async () => (await page.locator(".caret, .outlet [aria-busy=true]").count()) === 0 && (await page.locator("article.entry").last().getAttribute("class")).includes("is-end"));
  return page.locator("article.entry").evaluateAll((all) => all.filter((it) => !it.matches(".is-request")).map((it) => `${it.className} ${it.querySelector(".md, .said")?.textContent ?? ""}`));
}

/** Two people look at one session: what one answers, the other sees at once. */
export async function two(tabs, { workspace, session }) {
  const place = `/#/w/${workspace}/s/${session}`;
  const first = await tabs.open(place);
  const second = await tabs.open(place);
  await composer(first).waitFor();
  await send(first, 'call write {"path":"two.txt","content":"2"}\nsay Both see this.');
  await approval(first).waitFor();
  await approval(second).waitFor();
  await second.getByRole("button", { name: /^Allow once/ }).click();
  await until("the request is closed for the first", async () => (await approval(first).count()) === 0);
  for (const page of [first, second]) {
    const answers = page.locator("article.entry .md", { hasText: "Both see this." });
    await answers.first().waitFor();
    assert.equal(await answers.count(), 1);
  }
}

/** Something that happens once, and the wait for it. */
function moment() {
  let come = () => {};
  const came = new Promise((done) => {
    come = () => done(undefined);
  });
  return { come, came };
}

/** What opens while the page still reads the list of open requests stays on the page. */
export async function opening(tabs, { workspace, session }) {
  const [read, opened, listed] = [moment(), moment(), moment()];
  let reads = 0;
  const page = await tabs.open(`/#/w/${workspace}/s/${session}`, {
    prepare: (it) => it.route("**/v1/requests*", async (route) => {
      reads += 1;
      const second = reads === 2;
      const response = await route.fetch();
      if (second) {
        read.come();
        await opened.came;
      }
      await route.fulfill({ response });
      if (second) {
        listed.come();
      }
    }),
  });
  await read.came;
  await send(page, 'call write {"path":"opening.txt","content":"x"}\nsay Written.');
  await approval(page).waitFor();
  opened.come();
  await listed.came;
  await approval(page).getByRole("button", { name: /^Reject/ }).click();
  await page.getByLabel(/What should be done instead/).fill("Nothing.");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.locator(".md", { hasText: "Written." }).waitFor();
}

/** Begins something that the model has not finished, and leaves the page open. */
export async function begin(tabs, { workspace, session, gate }) {
  const page = await tabs.open(`/#/w/${workspace}/s/${session}`);
  await composer(page).waitFor();
  await send(page, 'say Before the kill.');
  await page.locator(".md", { hasText: "Before the kill." }).waitFor();
  await send(page, `until ${gate} After the restart.`);
  await page.getByText("Working on it.").first().waitFor();
  tabs.forgive(page, /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|Failed to load resource/);
  tabs.keep("killed", page);
}

/** The server is dead: the page says so, and keeps what it has. */
export async function broken(tabs) {
  const page = tabs.resume("killed");
  await page.getByText(/Reconnecting/).first().waitFor();
  assert.equal(await page.locator("article.entry .md", { hasText: "Before the kill." }).count(), 1);
  tabs.keep("killed", page);
}

/** The server is back: the page goes on by itself, and shows everything once. */
export async function mended(tabs) {
  const page = tabs.resume("killed");
  await page.locator("article.entry .md", { hasText: "After the restart." }).waitFor();
  await until("the page is connected again", async () => (await page.getByText(/Reconnecting/).count()) === 0);
  const seen = await timeline(page);
  for (const text of ["Before the kill.", "After the restart."]) {
    assert.equal(seen.filter((it) => it.includes("is-text") && it.includes(text)).length, 1, `${text} in ${JSON.stringify(seen)}`);
  }
  await send(page, "say And on.");
  await page.locator("article.entry .md", { hasText: "And on." }).waitFor();
  const before = await timeline(page);
  await page.reload();
  await page.locator("article.entry .md", { hasText: "And on." }).waitFor();
  assert.deepEqual(await timeline(page), before, "a reload shows something else than the page that lived through it");
}

/** Ten thousand entries: few of them in the page, all of them within reach. */
export async function long(tabs, { workspace, session, turns }) {
  const page = await tabs.open(`/#/w/${workspace}/s/${session}`);
  await page.getByText(`Answer ${turns} of`).first().waitFor();
  assert.ok((await nodes(page)) < 4_000, `${await nodes(page)} nodes`);
  let most = 0;
  await until("the first message is reached", async () => {
    await page.locator("article.entry").first().evaluate((it) => {
      let box = it.parentElement;
      while (box && (box.scrollHeight <= box.clientHeight || getComputedStyle(box).overflowY === "visible")) {
        box = box.parentElement;
      }
      box?.scrollTo(0, 0);
    });
    most = Math.max(most, await nodes(page));
    return (await page.getByText(`Message 1 of`).count()) > 0;
  }, 90_000);
  assert.ok(most < 4_000, `${most} nodes while scrolling`);
  await page.keyboard.press("End");
  const longest = await page.evaluate(() => new Promise((done) => {
    let last = performance.now();
    let worst = 0;
    let frames = 0;
    const frame = (now) => {
      worst = Math.max(worst, now - last);
      last = now;
      frames++ < 60 ? requestAnimationFrame(frame) : done(worst);
    };
    requestAnimationFrame(frame);
  }));
  return { most, longest };
}
