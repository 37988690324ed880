import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reply } from '../../packages/code/src/guard/trial/wire/reply.ts';
import { CLIENTS, type Client, type ClientName, programOf } from './clients.ts';
import { openStage, put, runProgram, scratchDir } from './stage.ts';

const WAVE = fileURLToPath(new URL('../../packages/code/bin/wave.cjs', import.meta.url));

/** A hundred calls take a while. */
const LIMIT_MS = 300_000;

/** A hook of Wave, and what the model does. */
export interface Play {
  readonly event: string;
  /** What the hook runs; `$asked` is the event. */
  readonly hook: string;
  readonly script: (client: Client, project: string) => readonly Reply[];
  readonly isOpen: boolean;
  /** Of which tools; all by default. */
  readonly matcher?: string;
  /** Options of `wave guard install`. */
  readonly install?: readonly string[];
  /** The agent starts in this directory of the project. */
  readonly startsIn?: string;
  /** The hook stands in the project's settings and is approved; otherwise in the user's. */
  readonly inProject?: true;
  /** More fields of its entry. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** `off`: each event starts a process of its own. */
  readonly resident?: 'off';
}

/** What was seen. */
export interface Seen {
  /** What stands in a file of the project; undefined if it is not there. */
  readonly file: (name: string) => string | undefined;
  /** What the model heard, request by request. */
  readonly steps: readonly string[];
  /** What the user sees. */
  readonly output: string;
  readonly code: number | null;
  /** What was asked of the guard: its hook keeps it. */
  readonly isAsked: boolean;
}

/** Runs one agent once, guarded by `wave guard install`, in directories of its own. */
export async function play(
  name: ClientName,
  modules: string,
  {
    event,
    hook,
    script,
    isOpen,
    matcher,
    install = [],
    startsIn = '.',
    inProject,
    fields,
    resident,
  }: Play,
): Promise<Seen> {
  const client: Client = CLIENTS[name];
  const root = scratchDir();
  const stage = await openStage(client, root, isOpen, (dir) => script(client, dir));
  const { home, project, endpoint, env } = stage;
  try {
    const command = `asked=$(cat); printf %s "$asked" > ${join(root, 'asked')}; ${hook}`;
    const entry = {
      ...(matcher ? { matcher } : {}),
      hooks: [{ type: 'command', name: 'trial', command, ...fields }],
    };
    const settings = JSON.stringify({ hooks: { [event]: [entry] } });
    put(join(inProject ? project : home, '.wave/settings.json'), settings);
    mkdirSync(join(project, startsIn), { recursive: true });
    const wave = async (...words: string[]) => {
      const { code, output } = await runProgram([process.execPath, WAVE, ...words], project, env);
      if (code !== 0) throw new Error(`wave ${words.join(' ')}: ${output}`);
    };
    await wave('guard', 'install', '--agent', name, ...install);
    if (inProject) await wave('hooks', 'approve', '--yes');
    const { code, output } = await runProgram(
      [...programOf(modules, client), ...client.args(stage)],
      join(project, startsIn),
      resident ? { ...env, WAVE_GUARD_RESIDENT: resident } : env,
      isOpen || !client.talk ? { limitMs: LIMIT_MS } : { talk: client.talk },
    );
    const file = (one: string) => textIn(join(project, one));
    const texts = new Map(
      ['made', 'changed', 'secrets.txt', 'data', '.wave/settings.json'].map((one) => [
        one,
        file(one),
      ]),
    );
    return {
      file: (one) => texts.get(one),
      steps: endpoint.steps,
      output,
      code,
      isAsked: existsSync(join(root, 'asked')),
    };
  } finally {
    await endpoint.close();
    rmSync(root, { recursive: true, force: true });
  }
}

const textIn = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined;
