// A command on the PATH is a small shell script. Only a file with its mark is ever replaced or removed.
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const MARK = '# Written by "npm run global" of Wave.';

export const putCommand = ({ file, words }) =>
  attempt(file, () => {
    if (isThere(file) && !isOurs(file)) return notOurs(file);
    mkdirSync(dirname(file), { recursive: true });
    const text = `#!/bin/sh\n${MARK}\nexec ${words.map(quoted).join(' ')} "$@"\n`;
    writeFileSync(file, text, { mode: 0o755 });
    return { failed: false, said: `${file} runs ${words[1]}` };
  });

export const takeCommand = ({ file }) =>
  attempt(file, () => {
    if (!isThere(file)) return { failed: false, said: `${file} is not there` };
    if (!isOurs(file)) return notOurs(file);
    rmSync(file);
    return { failed: false, said: `${file} removed` };
  });

function attempt(file, act) {
  try {
    return act();
  } catch (error) {
    const help = 'Name a folder of yours: npm run global -- --to ~/.local/bin';
    return { failed: true, said: `${file}: ${error.message}\n${help}` };
  }
}

const notOurs = (file) => ({ failed: true, said: `${file} is not ours: left as it is` });
// A link that leads nowhere is there, too.
const isThere = (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
const isOurs = (file) =>
  existsSync(file) &&
  !lstatSync(file).isSymbolicLink() &&
  readFileSync(file, 'utf8').includes(MARK);
const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
