// Markdown of models as elements. HTML in it is shown as text; what marked makes of the rest passes
// DOMPurify with a short list of what may be there.

import DOMPurify from "dompurify";
import { Marked } from "marked";
import "./code.js";
import { DeftElement } from "./element.js";
import { highlight } from "./highlight.js";
import { spelled } from "./text.js";

const TAGS = [
  "p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "code", "pre", "blockquote",
  "ul", "ol", "li", "input", "table", "thead", "tbody", "tr", "th", "td", "a", "span",
];
const ATTRIBUTES = ["href", "class", "start", "type", "checked", "disabled", "align"];
const LINKS = /^(?:https?:\/\/|mailto:)/i;
/** Beyond this a text is shown as it is, and only its head: parsing it would hold up the page. */
const MOST = 200_000;

/** @param {string} text */
function escape(text) {
  return text.replace(/[&<>"']/g, (it) => `&#${it.charCodeAt(0)};`);
}

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html(token) {
      return escape(token.text);
    },
    image(token) {
      return `<span class="away">${escape(`[image: ${token.text || "without a name"}]`)}</span> <code>${escape(token.href)}</code>`;
    },
    code(token) {
      const language = /^[a-z0-9+#-]{1,20}/i.exec(token.lang ?? "")?.[0].toLowerCase() ?? "";
      return `<pre><code class="language-${language}">${escape(token.text)}</code></pre>`;
    },
  },
});

const purify = DOMPurify(/** @type {any} */ (window));
purify.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A") {
    const target = node.getAttribute("href") ?? "";
    if (LINKS.test(target)) {
      node.setAttribute("target", "_blank");
      node.setAttribute("rel", "noopener noreferrer nofollow");
      node.setAttribute("title", spelled(target));
    } else {
      node.removeAttribute("href");
    }
  } else if (node.tagName === "INPUT") {
    const checked = node.hasAttribute("checked");
    for (const name of node.getAttributeNames()) {
      node.removeAttribute(name);
    }
    node.setAttribute("type", "checkbox");
    node.setAttribute("disabled", "");
    node.setAttribute("aria-label", checked ? "Done" : "Open");
    node.toggleAttribute("checked", checked);
  } else if (node.hasAttribute("class") && !/^(away|language-[a-z0-9+#-]*)$/.test(node.getAttribute("class") ?? "")) {
    node.removeAttribute("class");
  }
});

/** @param {string} text @returns {DocumentFragment} */
export function renderMarkdown(text) {
  const raw = /** @type {string} */ (marked.parse(spelled(text)));
  return purify.sanitize(raw, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: LINKS,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** Shows Markdown; renders at most some times a second while the text grows. */
export class DeftMarkdown extends DeftElement {
  static properties = { text: { attribute: false } };

  constructor() {
    super();
    this.text = "";
    this.rendered = "";
    this.at = 0;
    this.timer = 0;
    this.cost = 0;
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    this.timer = 0;
    super.disconnectedCallback();
  }

  /** The children are not Lit's, so nothing is rendered by it. */
  createRenderRoot() {
    return /** @type {any} */ (document.createElement("div"));
  }

  updated() {
    this.classList.add("md");
    const wait = this.at + Math.min(1000, Math.max(60, this.cost * 6)) - performance.now();
    if (!this.rendered || wait <= 0) {
      this.#show();
    } else if (!this.timer) {
      this.timer = window.setTimeout(() => this.#show(), wait);
    }
  }

  #show() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.rendered === this.text) {
      return;
    }
    const from = performance.now();
    if (this.text.length > MOST) {
      const block = /** @type {import("./code.js").DeftCode} */ (document.createElement("deft-code"));
      block.text = this.text;
      block.wrap = true;
      block.name = "answer.md";
      this.replaceChildren(block);
    } else {
      this.replaceChildren(renderMarkdown(this.text));
      this.#color();
    }
    this.rendered = this.text;
    this.at = performance.now();
    this.cost = this.at - from;
  }

  #color() {
    for (const code of this.querySelectorAll("pre > code")) {
      const language = code.className.replace("language-", "");
      if (code instanceof HTMLElement && language) {
        highlight(code, code.textContent ?? "", language);
      }
      code.parentElement?.setAttribute("tabindex", "0");
    }
  }
}

customElements.define("deft-markdown", DeftMarkdown);
