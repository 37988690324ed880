// Random sequences of edits, commands and undos; what `npm run undos` runs a thousand of.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Agent } from '../../src/open/agent.ts';
import { type ScriptCall, scriptedModel } from '../../src/testing.ts';

type Tree = Readonly<Record<string, string>>;

/** Everything in a directory: bytes, modes, links, and directories that are empty. */
export function treeOf(dir: string, below = ''): Tree {
  const all: Record<string, string> = {};
  for (const name of readdirSync(join(dir, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    const stats = lstatSync(join(dir, path));
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) all[path] = `link ${readlinkSync(join(dir, path))}`;
    else if (stats.isDirectory()) Object.assign(all, { [path]: `dir ${mode}` }, treeOf(dir, path));
    else all[path] = `file ${mode} ${readFileSync(join(dir, path)).toString('latin1')}`;
  }
  return all;
}

type Random = (below: number) => number;

/** Numbers below another one, the same for the same seed (xorshift). */
function randomFrom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const PATHS = [
  'a',
  'b',
  'd',
  'd/x',
  'd/y',
  'd/f/deep',
  'e/z',
  'two words',
  '.hidden',
  'ü/é',
  'out/o',
];
const MODES = ['644', '600', '755', '700', '4755'];

/** What a command does to a path; each ends well, whatever there is. `other` is another path. */
const COMMANDS: readonly ((path: string, other: string, n: number) => string)[] = [
  (path, _, n) => `mkdir -p "$(dirname '${path}')" && printf %s ${n % 4} > '${path}'`,
  (path, _, n) => `printf 'line ${n}\\n' >> '${path}'`,
  (path) => `rm -rf '${path}'`,
  (path, other) => `mv '${path}' '${other}'`,
  (path, other) => `cp -r '${path}' '${other}'`,
  (path) => `rm -rf '${path}'; mkdir -p '${path}/sub/empty'; printf in > '${path}/inner'`,
  (path, other) => `rm -rf '${path}'; ln -s '${other}' '${path}'`,
  (path, _, n) => `chmod ${MODES[n % MODES.length]} '${path}'`,
  (path) => `touch '${path}'`,
  (path, _, n) => `sed -i 's/./${n % 10}/' '${path}'`,
  (path, _, n) => `printf '\\000\\377\\${n % 8}' > '${path}'`,
  (path) => `mkdir -p '${path}'`,
  (path) => `find . -type d -empty -delete; : > '${path}'`,
  (path, other) => `for n in 1 2 3; do printf $n > '${path}'; printf $n > '${other}'; done`,
  (path, other) => `ln -f '${path}' '${other}'`,
];

function callsOf(random: Random, dir: string): ScriptCall[] {
  return Array.from({ length: 1 + random(3) }, (): ScriptCall => {
    const [path = '', other = ''] = [PATHS[random(PATHS.length)], PATHS[random(PATHS.length)]];
    if (random(4) === 0) {
      const file_path = join(dir, path);
      return { name: 'Write', input: { file_path, content: `written ${random(3)}` } };
    }
    const make = COMMANDS[random(COMMANDS.length)] ?? COMMANDS[0];
    const command = `{ ${make?.(path, other, random(1_000))}; } 2>/dev/null; true`;
    return { name: 'Bash', input: { command } };
  });
}

function first(dir: string): void {
  mkdirSync(join(dir, 'd/f'), { recursive: true });
  mkdirSync(join(dir, 'bare'));
  for (const [path, text] of [
    ['a', 'first a'],
    ['d/x', 'first x'],
    ['d/f/deep', ''],
    ['.gitignore', 'out\n'],
  ])
    writeFileSync(join(dir, path ?? ''), text ?? '');
  chmodSync(join(dir, 'a'), 0o640);
  chmodSync(join(dir, 'bare'), 0o700);
  symlinkSync('d/x', join(dir, 'b'));
}

/** What a sandbox bars is there a moment longer than its command. What stays is found by who compares. */
async function barsGone(dir: string): Promise<void> {
  for (let left = 100; left > 0 && BARRED.some((name) => existsSync(join(dir, name))); left--)
    await sleep(10);
}

const BARRED = ['.wave', '.mcp.json', '.git', 'HEAD'];

/** One session from its first prompt to its last undo; gives what is not as it was. */
export async function runSequence(
  seed: number,
  { boxed = false }: { readonly boxed?: boolean } = {},
): Promise<readonly string[]> {
  const random = randomFrom(seed);
  const at = realpathSync(mkdtempSync(join(tmpdir(), 'wave-undos-')));
  const [dir, home] = [join(at, 'project'), join(at, 'home')];
  for (const one of [dir, home]) mkdirSync(one);
  first(dir);
  const faults: string[] = [];
  const done: string[] = [];
  const compare = (what: string, wanted: Tree) => {
    const found = treeOf(dir);
    if (isDeepStrictEqual(found, wanted)) return;
    const paths = [...new Set([...Object.keys(found), ...Object.keys(wanted)])];
    const odd = paths.filter((path) => found[path] !== wanted[path]);
    const lines = odd.map(
      (path) => `  ${path}: ${JSON.stringify(found[path])}, was ${JSON.stringify(wanted[path])}`,
    );
    faults.push([`seed ${seed}: ${what}`, ...lines, ...done.map((one) => `    ${one}`)].join('\n'));
  };
  let calls: readonly ScriptCall[] = [];
  let sessionId: string | undefined;
  const open = () =>
    Agent.create({
      workdir: dir,
      home,
      model: scriptedModel(
        Array.from({ length: 60 }, (_, n) => () => (n % 2 === 0 ? { calls } : 'ok')),
      ),
      permissionMode: 'bypassPermissions',
      launcher: false,
      session: { keep: true, ...(sessionId ? { resume: sessionId } : {}) },
    });
  let agent = await open();
  const prompts: { before: Tree }[] = [];
  const idOf = (n: number) => agent.checkpoints().filter(({ id }) => id !== 'start')[n]?.id ?? '';
  try {
    for (let step = 3 + random(5); step > 0 && faults.length === 0; step--) {
      const deed = random(10);
      if (deed < 7 || prompts.length === 0) {
        calls = callsOf(random, dir);
        done.push(...calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`));
        await barsGone(dir);
        prompts.push({ before: treeOf(dir) });
        if (boxed) agent.permissionMode = random(2) === 0 ? 'sandboxed' : 'bypassPermissions';
        done.push(agent.permissionMode);
        await agent.sendMessage(`P${step}`);
      } else if (deed < 9) {
        const to = random(prompts.length);
        const only = random(3) === 0 ? { conversation: false } : {};
        done.push(`undo ${to}${'conversation' in only ? ' (files)' : ''}`);
        const { skipped } = await agent.undo(idOf(to), only);
        if (skipped.length > 0)
          faults.push(
            `seed ${seed}: skipped ${JSON.stringify(skipped)}\n    ${done.join('\n    ')}`,
          );
        await barsGone(dir);
        compare(`undo of prompt ${to}`, prompts[to]?.before ?? {});
        if (!('conversation' in only)) prompts.splice(to);
      } else {
        done.push('resume');
        await agent.close();
        sessionId = agent.sessionId;
        agent = await open();
      }
    }
    if (prompts.length > 0 && faults.length === 0) {
      done.push('undo 0');
      const { skipped } = await agent.undo(idOf(0));
      if (skipped.length > 0)
        faults.push(`seed ${seed}: skipped ${JSON.stringify(skipped)}\n    ${done.join('\n    ')}`);
      await barsGone(dir);
      compare('the last undo', prompts[0]?.before ?? {});
    }
    return faults;
  } finally {
    await agent.close();
    rmSync(at, { recursive: true, force: true });
  }
}
