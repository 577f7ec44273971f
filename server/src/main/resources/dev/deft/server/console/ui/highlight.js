// Colors of code by highlight.js, which is loaded when the first code is shown.

const MOST = 60_000;

/** @type {Promise<any> | undefined} */
let library;

function load() {
  library ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = import.meta.resolve("highlight.js");
    script.onload = () => done(/** @type {any} */ (globalThis).hljs);
    script.onerror = () => done(undefined);
    document.head.append(script);
  });
  return library;
}

/** @type {Record<string, string>} */
const BY_EXTENSION = {
  js: "javascript", mjs: "javascript", jsx: "javascript", ts: "typescript", tsx: "typescript", java: "java", kt: "kotlin",
  py: "python", rb: "ruby", go: "go", rs: "rust", c: "c", h: "c", cc: "cpp", cpp: "cpp", hpp: "cpp", cs: "csharp",
  php: "php", swift: "swift", sh: "bash", bash: "bash", zsh: "bash", sql: "sql", html: "xml", xml: "xml", svg: "xml", pom: "xml",
  css: "css", scss: "scss", less: "less", json: "json", jsonl: "json", yml: "yaml", yaml: "yaml", md: "markdown", toml: "ini", ini: "ini",
  properties: "ini", diff: "diff", patch: "diff", lua: "lua", pl: "perl", r: "r", makefile: "makefile", graphql: "graphql",
};

/** @param {string} name of a file @returns {string} the language, or an empty text */
export function languageOf(name) {
  const last = name.split("/").pop()?.toLowerCase() ?? "";
  return BY_EXTENSION[last.includes(".") ? (last.split(".").pop() ?? "") : last] ?? "";
}

/**
 * Puts colored code into an element, which already shows it without colors. The library escapes what
 * it is given; only its own spans come back as elements.
 * @param {HTMLElement} element @param {string} code @param {string} language
 */
export async function highlight(element, code, language) {
  if (!language || code.length > MOST) {
    return;
  }
  const hljs = await load();
  if (!hljs?.getLanguage(language) || element.textContent !== code) {
    return;
  }
  const colored = hljs.highlight(code, { language, ignoreIllegals: true }).value;
  element.replaceChildren(onlySpans(colored));
}

/** Builds the spans of the library anew, so that nothing else can get in. @param {string} colored @returns {DocumentFragment} */
function onlySpans(colored) {
  const parsed = new DOMParser().parseFromString(colored, "text/html");
  const all = document.createDocumentFragment();
  copy(parsed.body, all);
  return all;
}

/** @param {Node} from @param {Node} to */
function copy(from, to) {
  for (const child of from.childNodes) {
    if (child instanceof Text) {
      to.appendChild(document.createTextNode(child.data));
    } else if (child instanceof Element) {
      const span = document.createElement("span");
      span.className = Array.from(child.classList).filter((it) => /^(hljs-|language-)?[a-z_]+$/.test(it)).join(" ");
      copy(child, span);
      to.appendChild(span);
    }
  }
}
