// The command in one file: a program for Node that holds the package `wave`, packed. At its first start it unpacks
// itself into the user's cache, and runs from there.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Runs anywhere: `PAYLOAD` is the last line of the file, a comment, so that nothing parses it. */
const HEAD = (name) => `#!/usr/bin/env node
// Wave in one file. It unpacks itself once, into ~/.cache/wave, and needs Node 22.12 or newer and nothing else.
import { mkdirSync, mkdtempSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'wave');
const dir = join(cache, '${name}');
if (!existsSync(dir))
  try {
    unpack();
  } catch ({ code, message }) {
    process.stderr.write(\`wave.mjs unpacks itself into \${cache}, and cannot: \${code ?? message}.\\n\`);
    process.stderr.write('Name another place: XDG_CACHE_HOME=/a/folder/of/yours node wave.mjs\\n');
    process.exit(1);
  }
process.argv[1] = join(dir, 'bin/wave.cjs');
createRequire(process.argv[1])(process.argv[1]);

function unpack() {
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const made = mkdtempSync(join(cache, 'new-'));
  try {
    fill(made);
    renameSync(made, dir);
  } catch (error) {
    rmSync(made, { recursive: true });
    // Another start may have been faster.
    if (!existsSync(dir)) throw error;
  }
}

function fill(made) {
  const text = readFileSync(fileURLToPath(import.meta.url), 'latin1');
  const all = brotliDecompressSync(Buffer.from(text.slice(text.lastIndexOf('\\n//') + 3), 'base64'));
  let at = all.indexOf(10) + 1;
  for (const [path, size] of JSON.parse(all.subarray(0, at))) {
    mkdirSync(dirname(join(made, path)), { recursive: true });
    writeFileSync(join(made, path), all.subarray(at, at + size), { mode: 0o755 });
    at += size;
  }
}
`;

/** Writes it. The search program comes along, which is a package of its own. */
export function packOneFile(root, packages, path) {
  const { dir, manifest } = packages.find((one) => one.dir.endsWith('/code'));
  const others = ['ripgrep', `ripgrep-${process.platform}-${process.arch}`].map((name) =>
    join(root, 'node_modules/@vscode', name),
  );
  const own = ['bin', 'dist', 'package.json'].flatMap((name) => filesOf(join(dir, name)));
  const files = [
    ...own.map((file) => [relative(dir, file), file]),
    ...others.flatMap((one) =>
      filesOf(one).map((file) => [join('node_modules', relative(modulesOf(one), file)), file]),
    ),
  ];
  const contents = files.map(([name, file]) => [name, readFileSync(file)]);
  const index = JSON.stringify(contents.map(([name, { length }]) => [name, length]));
  const all = Buffer.concat([Buffer.from(`${index}\n`), ...contents.map(([, content]) => content)]);
  const name = `${manifest.version}-${createHash('sha256').update(all).digest('hex').slice(0, 12)}`;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const packed = brotliCompressSync(all, { params }).toString('base64');
  writeFileSync(path, `${HEAD(name)}//${packed}`, { mode: 0o755 });
  return { path, size: statSync(path).size };
}

const filesOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile())
    : [path];

/** The node_modules that a scoped package lies in. */
const modulesOf = (path) => dirname(dirname(path));
