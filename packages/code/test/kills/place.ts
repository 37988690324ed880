import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileText, isWhole } from './script.ts';

/** A home directory, a project and a directory for temporary files, all of one chain of kills. */
export interface KillPlace {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly tmp: string;
  readonly settings: string;
}

const hook = (command: string) => ({ hooks: [{ type: 'command', command }] });

/** Real processes on every event: short ones, one that is slow, one with a child, one that says much. */
const HOOKS = {
  UserPromptSubmit: [hook('cat >/dev/null; echo MARK-context-$$')],
  PreToolUse: [
    hook('sleep 0.02'),
    { matcher: 'Grep', ...hook('sleep 0.3 & wait') },
    { matcher: 'Read', ...hook('sleep 60 & sleep 0.05; kill $!') },
  ],
  PostToolUse: [{ matcher: 'Bash', ...hook('seq 6000') }],
  Stop: [hook('sleep 0.03')],
};

export function openPlace(): KillPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wave-kills-')));
  const place = {
    root,
    home: join(root, 'home'),
    project: join(root, 'project'),
    tmp: join(root, 'tmp'),
    settings: join(root, 'settings.json'),
  };
  for (const dir of [place.home, place.project, place.tmp]) mkdirSync(dir);
  for (const n of [0, 1, 2])
    writeFileSync(join(place.project, `file-${n}.txt`), fileText('file', 0));
  writeFileSync(place.settings, JSON.stringify({ hooks: HOOKS }));
  return place;
}

export const removePlace = ({ root }: KillPlace) => rmSync(root, { recursive: true, force: true });

/** Everything that may be there after a kill; `locks` says how many of them are of dead processes. */
const ALLOWED = [
  /^settings\.json$/,
  /^project\/(file|made)-\d\.txt$/,
  /^home\/\.wave\/logs\/hooks(\.\d)?\.jsonl$/,
  // What binds records to their content, and where the chains of the log end.
  /^home\/\.wave\/log\.key$/,
  /^home\/\.wave\/heads\/[0-9a-f]{24}\.jsonl$/,
  /^home\/\.wave\/outputs\/[^/]+\.txt$/,
  /^home\/\.wave\/projects\/[^/]+\/[\w-]+\.jsonl$/,
  /^home\/\.wave\/projects\/[^/]+\/[\w-]+\.agents\/agent-[\w-]+\.jsonl$/,
  // Whole copies for undo, named by their content.
  /^home\/\.wave\/projects\/[^/]+\/[\w-]+\.undo\/[0-9a-f]{64}$/,
  // The state of the project, of a session and for the next one, with its contents.
  /^home\/\.wave\/projects\/[^/]+\/[\w-]+\.tree\/(tree|calls|[0-9a-f-]{36}\.pack)$/,
  // The conversation as hooks read it.
  /^home\/\.wave\/projects\/[^/]+\/[\w-]+\.hooks\/[\w-]+\.jsonl$/,
  // What Wave and Node keep of compiled code; Wave sweeps up what is half-written there.
  /^home\/\.wave\/cache\/wave-[\w.-]+\/[\w-]+\.cjs(\.\d+)?$/,
  /^tmp\/node-compile-cache\//,
];
const LOCK = /^home\/\.wave\/projects\/[^/]+\/[\w-]+\.jsonl\.lock/;

export interface Left {
  readonly faults: readonly string[];
  readonly locks: readonly string[];
  /** Sessions in which nothing was said. */
  readonly empty: readonly string[];
  readonly session: string | undefined;
}

/** What is in a place, and what of it must not be there. */
export function lookAt(place: KillPlace): Left {
  const files = filesOf(place);
  const locks = files.filter((name) => LOCK.test(name));
  const sessions = files.filter((name) =>
    /^home\/\.wave\/projects\/[^/]+\/[^/]+\.jsonl$/.test(name),
  );
  const sized = sessions.map((name) => ({
    name,
    text: readFileSync(join(place.root, name), 'utf8'),
  }));
  const stray = files.filter((name) => !LOCK.test(name) && !ALLOWED.some((one) => one.test(name)));
  const torn = files.filter((name) => {
    const kind = /^project\/(file|made)-/.exec(name)?.[1] as 'file' | 'made' | undefined;
    return kind && !isWhole(kind, readFileSync(join(place.root, name), 'utf8'));
  });
  return {
    faults: [
      ...stray.map((name) => `left behind: ${name}`),
      ...torn.map((name) => `half-written: ${name}`),
    ],
    locks,
    empty: sized.filter(({ text }) => text === '').map(({ name }) => name),
    session: sized.find(({ text }) => text !== '')?.name,
  };
}

/** Directories that hold nothing count as well. */
function filesOf({ root }: KillPlace): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = relative(root, join(entry.parentPath, entry.name));
    if (!entry.isDirectory()) return [path];
    return /^tmp\/(?!node-compile-cache)/.test(path) ? [`${path}/`] : [];
  });
}
