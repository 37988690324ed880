// A command on the PATH is a small shell script. Only a file with its mark is ever replaced or removed.
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const MARK = '# Written by "npm run global" of Wave.';

export function putCommand({ file, words }) {
  if (isThere(file) && !isOurs(file))
    return { failed: true, said: `${file} is there and not ours: left as it is` };
  const text = `#!/bin/sh\n${MARK}\nexec ${words.map(quoted).join(' ')} "$@"\n`;
  return attempt(file, `${file} runs ${words[1]}`, () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o755 });
  });
}

export function takeCommand({ file }) {
  if (!isThere(file)) return { failed: false, said: `${file} is not there` };
  if (!isOurs(file)) return { failed: true, said: `${file} is not ours: left as it is` };
  return attempt(file, `${file} removed`, () => rmSync(file));
}

function attempt(file, said, act) {
  try {
    act();
    return { failed: false, said };
  } catch (error) {
    const help = 'Name a folder of yours: npm run global -- --to ~/.local/bin';
    return { failed: true, said: `${file}: ${error.message}\n${help}` };
  }
}

// A link that leads nowhere is there, too.
const isThere = (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
const isOurs = (file) =>
  existsSync(file) &&
  !lstatSync(file).isSymbolicLink() &&
  readFileSync(file, 'utf8').includes(MARK);
const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
