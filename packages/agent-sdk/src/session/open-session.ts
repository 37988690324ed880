import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent } from '../conversation/agent-event.ts';
import {
  type Change,
  type Conversation,
  createConversation,
  type Prefix,
} from '../conversation/conversation.ts';
import { realPath } from '../files/paths.ts';
import { createHistory, type History } from '../undo/edit-history.ts';
import { openStore, type Store } from '../undo/file-copies.ts';
import { settle } from '../undo/settle-edits.ts';
import { settleSpans } from '../undo/settle-spans.ts';
import { UNDO_LIMITS } from '../undo/tree/limits.ts';
import type { TreeOptions } from '../undo/tree/project-tree.ts';
import { latestTree } from '../undo/tree/tree-state.ts';
import { createLedger, type Ledger } from '../usage/ledger.ts';
import { knownPrice, type Price } from '../usage/prices.ts';
import { forkSession } from './fork-session.ts';
import { type Guests, openGuests } from './guest/guests.ts';
import { settleCalls } from './settle-calls.ts';
import {
  agentFile,
  freshSessionId,
  guestDir,
  sessionFile,
  sessionIds,
  sessionsDir,
  treeDir,
  undoDir,
} from './transcript/session-files.ts';
import {
  createTranscript,
  type OnProblem,
  type OpenedTranscript,
  openTranscript,
  type Transcript,
} from './transcript/transcript.ts';

/** A conversation, and the file that keeps it where one is wanted. */
export interface Session {
  readonly id: string;
  readonly conversation: Conversation;
  readonly transcript: Transcript | undefined;
  /** What tools did, and the prompts among it. */
  readonly history: History;
  /** Copies of files as they were. */
  readonly store: Store;
  /** Where the state of the project is noted; undefined where nothing is kept. */
  readonly tree: Omit<TreeOptions, 'limits'> | undefined;
  readonly ledger: Ledger;
  /** What its requests begin with, where it goes on. */
  readonly prefix: Prefix | undefined;
  close(): void;
  /** What had to be repaired in the file, or why there is none; the conversation tells it, too. */
  readonly problem: string | undefined;
  /** The file of a subagent's conversation; undefined where nothing is kept. */
  readonly openAgent: (agent: string, onProblem: OnProblem) => Transcript | undefined;
  /** What hooks read; undefined where nothing is kept. */
  readonly guests: Guests | undefined;
  /** Makes a session of its own of all that was said so far; gives its id, or nothing where none is kept. */
  copy(): string | undefined;
}

export interface SessionOptions {
  /**
   * Keeps the session in a file under `home`; `resume` goes on with an earlier one. With `fork` it goes on in a
   * new session, and the earlier one stays as it is.
   */
  readonly session?: { readonly keep: boolean; readonly resume?: string; readonly fork?: boolean };
  readonly home?: string;
}

/** Every change is in the file before anybody hears of it. Throws `SessionBusy`. */
export function openSession(
  { session, home = homedir() }: SessionOptions,
  projectDir: string,
  emit: (event: AgentEvent) => void,
  priceOf: (model: string) => Price | undefined = knownPrice,
  cwd: () => string = () => projectDir,
): Session {
  const dir = sessionsDir(home, projectDir);
  const id = idOf(session, dir);
  const file = sessionFile(dir, id);
  const onProblem = once((problem) => conversation.tell('warning', problem));
  const { kept, unkept } = session?.keep ? keeping(file, session.resume, onProblem) : NOT_KEPT;
  const history = createHistory();
  const ledger = createLedger(priceOf);
  const guests =
    kept &&
    openGuests(
      dir,
      id,
      cwd,
      () => conversation.messages,
      (problem) => conversation.tell('warning', problem),
    );
  const hear = (change: Change, isPast: boolean) => {
    history.hear(change);
    ledger.hear(change);
    guests?.main.hear(change, isPast);
  };
  const conversation = createConversation(freshSessionId, (change) => {
    kept?.transcript.write(change);
    hear(change, false);
    emit({ is: 'change', change });
  });
  conversation.restore(kept?.changes ?? []);
  for (const change of kept?.changes ?? []) hear(change, true);
  const problem = kept?.repaired ?? unkept;
  if (problem !== undefined) conversation.tell('warning', problem);
  settleCalls(conversation);
  settle(conversation, history);
  const store = openStore(kept ? undoDir(file) : undefined);
  const places = { dir: treeDir(file), latest: latestTree(dir) };
  const tree = kept && { places, skip: skipped(home) };
  if (tree) settleSpans({ ...tree, limits: UNDO_LIMITS }, { conversation, history, store });
  return {
    id,
    conversation,
    transcript: kept?.transcript,
    history,
    store,
    tree,
    ledger,
    prefix: kept?.changes.findLast((change) => change.is === 'prefix'),
    problem,
    guests,
    copy: () => (kept ? forkSession(dir, id) : undefined),
    openAgent: (agent, tell) => kept && createTranscript(agentFile(dir, id, agent), once(tell)),
    close: () => {
      store.close();
      kept?.transcript.close();
      // One in which nothing was said is gone by now.
      if (kept && !existsSync(file)) {
        rmSync(guestDir(file), { recursive: true, force: true });
        if (sessionIds(dir).length === 0) rmSync(latestTree(dir), { recursive: true, force: true });
      }
    },
  };
}

/** Wave's own files are no part of a project, wherever its home is. */
const skipped = (home: string): string[] => {
  const dir = join(home, '.wave');
  return [dir, realPath(dir) ?? dir];
};

function idOf(session: SessionOptions['session'], dir: string): string {
  if (session?.resume === undefined) return freshSessionId();
  return session.fork ? forkSession(dir, session.resume) : session.resume;
}

interface Keeping {
  readonly kept?: OpenedTranscript;
  /** Why it is not kept. */
  readonly unkept?: string;
}

const NOT_KEPT: Keeping = {};

/** Without room for its file (a full disk, a home that cannot be written to) a new session goes on unkept. */
function keeping(file: string, resume: string | undefined, onProblem: OnProblem): Keeping {
  try {
    return { kept: openTranscript(file, onProblem) };
  } catch (error) {
    if (resume !== undefined) throw error;
    const why = (error as Error).message;
    return { unkept: `This session is not kept: ${file} cannot be made (${why}).` };
  }
}

/** To tell of a problem is a change, too, which cannot be written either. */
function once(tell: OnProblem): OnProblem {
  let told = false;
  return (problem) => {
    if (told) return;
    told = true;
    tell(problem);
  };
}
