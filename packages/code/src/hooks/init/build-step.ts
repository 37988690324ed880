/** The first Node that can take types out. */
export const BUILD_NODE = '22.13';

/** Takes the types out, with Node alone. What an older one lacks is asked for, not imported by name: that would end in a stack. */
export const BUILD = `// Makes name.mjs of every name.ts beside it. Types are taken out, not checked: for that, run tsc.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

if (!module.stripTypeScriptTypes) {
  console.error(\`build.mjs needs Node ${BUILD_NODE} or newer; this is Node \${process.versions.node}.\`);
  process.exit(1);
}

const dir = import.meta.dirname;
for (const name of readdirSync(dir).filter((file) => /(?<!\\.d|\\.test)\\.ts$/.test(file))) {
  const text = module.stripTypeScriptTypes(readFileSync(join(dir, name), 'utf8'));
  writeFileSync(join(dir, name.replace(/ts$/, 'mjs')), text);
}
`;

/**
 * Checks what the build step cannot: a project's own tsconfig.json is for other code, and tsc refuses to be given
 * files beside it. `preserve`, because a hook is an ES module in any package.
 */
export const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "preserve",
    "types": ["node"],
    "strict": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["*.ts"]
}
`;

/** Whether a build step is one of these, perhaps of another version or with something added. */
export const isBuildStep = (text: string): boolean =>
  text.split('\n', 1)[0] === BUILD.split('\n', 1)[0];
