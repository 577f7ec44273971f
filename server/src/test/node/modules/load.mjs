// Loads modules of the console that import nothing. Node takes files without a package for CommonJS.

import { readFileSync } from 'node:fs';

const root = new URL('../../../main/resources/dev/deft/server/console/', import.meta.url);

export function load(name) {
  return import(`data:text/javascript,${encodeURIComponent(readFileSync(new URL(name, root), 'utf8'))}`);
}

/** Random numbers that are the same in every run. */
export function seeded(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}
