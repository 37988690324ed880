/** Takes the types out, with Node alone. */
export const BUILD = `// Makes name.mjs of every name.ts beside it. Types are taken out, not checked: for that, run tsc.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const dir = import.meta.dirname;
for (const name of readdirSync(dir).filter((file) => /(?<!\\.d|\\.test)\\.ts$/.test(file))) {
  const text = stripTypeScriptTypes(readFileSync(join(dir, name), 'utf8'));
  writeFileSync(join(dir, name.replace(/ts$/, 'mjs')), text);
}
`;
