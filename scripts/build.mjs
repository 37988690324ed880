// Builds every package: types and modules by tsc, the commands as bundles with lazy parts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ccc, code, kit, root, shell } from './build/places.mjs';

/** Where sources do not even run, the compiler says why. */
const OLD = 3;
const checked = spawnSync(process.execPath, [join(root, 'scripts/generate.ts'), '--check'], {
  encoding: 'utf8',
});
if (checked.status === OLD) {
  process.stderr.write(checked.stderr);
  process.exit(1);
}

const versionOf = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).version;

// What a module was called before must not be in a package.
for (const name of readdirSync(join(root, 'packages')))
  rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true });

const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', '--force'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

const COMMON = {
  bundle: true,
  // Names as well: a bundle a third larger costs a start one more garbage collection.
  minify: true,
  platform: 'node',
  target: 'node22.12',
  logLevel: 'warning',
};

// One file: a hook pays for every module it loads, on every call.
await build({
  ...COMMON,
  outdir: join(kit, 'dist'),
  entryPoints: {
    index: join(kit, 'src/index.ts'),
    shell: join(shell, 'src/index.ts'),
    testing: join(kit, 'src/testing/index.ts'),
  },
  format: 'esm',
  external: ['@wavehooks/hooks', '@wavehooks/hooks/vocabulary', '@wavehooks/settings'],
});
// The kit brings its shell reader along, so it brings the types of it as well.
const TYPES = [
  'index',
  'commands-in',
  'has-option',
  'code/fill-words',
  'text/command',
  'text/unread',
];
for (const file of TYPES)
  cpSync(join(shell, `dist/${file}.d.ts`), join(kit, `dist/shell/${file}.d.ts`));
for (const file of readdirSync(join(kit, 'dist'), { recursive: true }))
  if (file.endsWith('.d.ts')) unindented(join(kit, 'dist', file));

/** The kit is to be small, and a fifth of its types was white space. Each has exports of its own. */
function unindented(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text
      .replace(/^ +/gm, '')
      .replace(/;\n}/g, '\n}')
      .replace(/^export \{\};\n/m, ''),
  );
}

const hex = (code) => code.toString(16).padStart(4, '0');

// Only now: they look at what has just been compiled.
const { BUNDLES } = await import('./build/bundles.mjs');
const { apart, later } = await import('./build/lazy.mjs');
for (const dir of [code, ccc]) rmSync(join(dir, 'dist'), { recursive: true, force: true });
// CommonJS: loading Node's own modules costs half of what it does from an ES module, so import() of a
// part becomes require() as well.
for (const { dir, first = [], ...entry } of BUNDLES)
  await build({
    ...COMMON,
    plugins: [...first, apart, ...(dir === code ? [later()] : [])],
    outdir: join(dir, 'dist'),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    mainFields: ['module', 'main'],
    supported: { 'dynamic-import': false },
    ...entry,
    define: {
      // React and Ink look at themselves while one develops; a user pays for that.
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      WAVE_VERSION: JSON.stringify(versionOf(code)),
      CCC_VERSION: JSON.stringify(versionOf(ccc)),
      'import.meta.dirname': '__dirname',
      'import.meta.url': 'wave$url',
    },
    // It finds its binary beside itself.
    external: ['@vscode/ripgrep'],
  });
// After the commands, which take from what was compiled only what they need.
const { LIBRARIES } = await import('./build/libraries.mjs');
for (const library of LIBRARIES) await build({ ...COMMON, ...library });
// The bundler leaves letters in patterns as they are. One beyond ASCII, and V8 holds the whole text with two bytes a
// letter: it takes longer to read, and twice the memory.
for (const dir of [code, ccc])
  for (const name of readdirSync(join(dir, 'dist')).filter((one) => one.endsWith('.cjs'))) {
    const text = readFileSync(join(dir, 'dist', name), 'utf8');
    const plain = text.replace(/[^\0-\x7f]/g, (one) => `\\u${hex(one.charCodeAt(0))}`);
    if (plain !== text) writeFileSync(join(dir, 'dist', name), plain);
  }

// The page of `wave trace`: a script and a style, which the command puts into one file. That of `wave stats`
// has no script.
await build({
  bundle: true,
  minify: true,
  logLevel: 'warning',
  platform: 'browser',
  target: 'es2024',
  format: 'iife',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryPoints: {
    trace: join(code, 'page/main.tsx'),
    'trace-style': join(code, 'page/style.css'),
    'stats-style': join(code, 'page/stats.css'),
  },
  outdir: join(code, 'dist'),
});
cpSync(join(root, 'examples'), join(code, 'dist/examples'), { recursive: true });
// `wave help` shows them.
for (const name of readdirSync(join(root, 'docs')))
  if (name.endsWith('.md')) cpSync(join(root, 'docs', name), join(code, 'dist/docs', name));

// Two residents of one build give the same answers; one of another build is another one's.
const built = createHash('sha256');
for (const name of readdirSync(join(code, 'dist')).filter((one) => one.endsWith('.cjs')))
  built.update(readFileSync(join(code, 'dist', name)));
const buildId = built.digest('hex').slice(0, 16);
const program = join(code, 'dist/wave-guard');
const perlText = readFileSync(join(code, 'src/guard/wave-guard.pl'), 'utf8');
// A quote would end the text of the shell that holds it.
if (perlText.includes("'")) throw new Error('wave-guard.pl: a single quote');
const programText = readFileSync(join(code, 'src/guard/wave-guard.sh'), 'utf8')
  .replace('@BUILD@', buildId)
  .replace('@SEPARATOR@', '\x1e')
  .replace('@PERL@', () =>
    perlText
      .replace(/^ *#( .*)?\n/gm, '')
      .replace('@MAX_EVENT@', String(64 * 1024 * 1024))
      .replace('@SEPARATOR@', '\\x1e'),
  );
writeFileSync(program, programText);
chmodSync(program, 0o755);
// What agents load that take no commands: `wave guard install` copies it, so people read it.
await build({
  bundle: true,
  logLevel: 'warning',
  platform: 'node',
  target: 'node22',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  entryPoints: {
    'guard-opencode': join(code, 'src/guard/plugins/opencode.ts'),
    'guard-pi': join(code, 'src/guard/plugins/pi.ts'),
  },
  outdir: join(code, 'dist'),
});
cpSync(join(code, 'src/guard/project-guard.sh'), join(code, 'dist/project-guard.sh'));
const programSum = createHash('sha256').update(programText).digest('hex');
writeFileSync(join(code, 'dist/build-id'), `${buildId}\n${programSum}\n`);
