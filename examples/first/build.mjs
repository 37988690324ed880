// Makes name.mjs of every name.ts beside it. Types are taken out, not checked: for that, run tsc.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

if (!module.stripTypeScriptTypes) {
  console.error(`build.mjs needs Node 22.13 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}

// Node warns that this is experimental. What it writes is tested by your scenarios.
process.removeAllListeners('warning');
const dir = import.meta.dirname;
for (const name of readdirSync(dir).filter((file) => /(?<!\.d|\.test)\.ts$/.test(file))) {
  const text = module.stripTypeScriptTypes(readFileSync(join(dir, name), 'utf8'));
  writeFileSync(join(dir, name.replace(/ts$/, 'mjs')), text);
}
