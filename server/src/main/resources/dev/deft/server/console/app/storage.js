// What this browser remembers. Storage may be full or forbidden: then nothing is remembered.

const PREFIX = "deft.";

/** @param {string} name @param {string} absent @returns {string} */
export function remembered(name, absent = "") {
  try {
    return localStorage.getItem(PREFIX + name) ?? absent;
  } catch {
    return absent;
  }
}

/** @param {string} name @param {string} value an empty one is forgotten */
export function remember(name, value) {
  try {
    if (value) {
      localStorage.setItem(PREFIX + name, value);
    } else {
      localStorage.removeItem(PREFIX + name);
    }
  } catch {
    // See above.
  }
}
