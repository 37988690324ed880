import { homedir } from 'node:os';
import type { SessionInfo } from '@agentclientprotocol/sdk';
import { RequestError } from '@agentclientprotocol/sdk';
import {
  type Agent,
  type AgentOptions,
  type CloseOptions,
  deleteSession,
  listSessions,
  sessionsDir,
} from '@wavehooks/agent-sdk';
import { projectDirOf } from '@wavehooks/settings';
import type { PrintFlags } from '../../agent/open/flags.ts';
import { asksOf } from '../ask/ask-editor.ts';
import { askForServers } from '../ask/ask-for-server.ts';
import type { Editor } from '../wire/editor.ts';
import { asRequestError } from '../wire/faults.ts';
import { editorFiles, realOf } from './editor-files.ts';
import { editorTerminals } from './editor-terminals.ts';
import { inTurnById } from './in-turn.ts';
import { openAgent, type Wanted } from './open-agent.ts';
import { createSession, type Session } from './session.ts';
import { textIn } from './text-in.ts';

/** An editor has a few tabs; what asks for more has gone wild. */
const MOST_OPEN = 50;
const PAGE = 50;

/** The sessions that an editor has open, and those it can go on with. */
export interface Sessions {
  /** A new one, or an earlier one that is gone on with; one that is open already stays as it is. */
  open(wanted: Wanted): Promise<Session>;
  /** Throws for one that is not open. */
  at(id: string): Session;
  list(
    cwd: string | undefined,
    cursor: string | undefined,
  ): { sessions: SessionInfo[]; nextCursor?: string };
  close(id: string): Promise<void>;
  delete(id: string): void;
  /** Also those that are being opened; from now on none is. */
  closeAll(options: CloseOptions): Promise<void>;
}

export interface SessionsParts {
  readonly flags: PrintFlags;
  /** Where `wave acp` was started. */
  readonly cwd: string;
  /** Whether the user chose the practice model for want of a key. */
  readonly practice: () => boolean;
  readonly editor: Omit<Editor, 'session' | 'update'> & {
    update(session: string, update: Parameters<Editor['update']>[0]): void;
  };
  /** What an agent is opened with so that others hear of it. */
  readonly telemetry?: () => Promise<Pick<AgentOptions, 'telemetry'>>;
  readonly onAgent: (agent: Agent) => void;
}

export function createSessions(parts: SessionsParts): Sessions {
  const open = new Map<string, Session>();
  const opening = new Set<Promise<unknown>>();
  const inTurn = inTurnById();
  let ending: CloseOptions | undefined;
  /** Where sessions were opened from: only of these projects are earlier ones listed. */
  const known = new Set([parts.cwd]);
  const at = (id: string): Session => {
    const session = open.get(id);
    if (!session) throw RequestError.sessionNotFound(id);
    return session;
  };
  const enter = async (wanted: Wanted): Promise<Session> => {
    const there = wanted.resume === undefined ? undefined : open.get(wanted.resume);
    // Of another project it is as unknown as one that is not open.
    if (there && projectOf(there.cwd) === projectOf(wanted.cwd)) return there;
    if (wanted.resume !== undefined && !keptIn(wanted.cwd).some(({ id }) => id === wanted.resume))
      throw RequestError.sessionNotFound(wanted.resume);
    const session = await startSession(parts, wanted);
    if (ending) {
      await session.close(ending);
      throw GONE();
    }
    open.set(session.agent.sessionId, session);
    known.add(wanted.cwd);
    return session;
  };
  return {
    at,
    open: async (wanted) => {
      if (ending) throw GONE();
      if (open.size + opening.size >= MOST_OPEN && !open.has(wanted.resume ?? ''))
        throw RequestError.invalidRequest(
          undefined,
          `${MOST_OPEN} sessions are open; close one first`,
        );
      const { resume } = wanted;
      const work = () => enter(wanted);
      const entering = resume === undefined ? work() : inTurn(resume, work);
      opening.add(entering);
      try {
        return await entering;
      } catch (error) {
        throw asRequestError(error);
      } finally {
        opening.delete(entering);
      }
    },
    list: (cwd, cursor = '0') => {
      const places = cwd === undefined ? [...known] : [cwd];
      return pageOf(places, /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0);
    },
    close: async (id) => {
      const session = at(id);
      open.delete(id);
      await inTurn(id, () => session.close());
    },
    delete: (id) => {
      if (open.has(id))
        throw RequestError.invalidRequest(undefined, 'this session is in use here; close it first');
      for (const place of known) {
        const info = keptIn(place).find((one) => one.id === id);
        if (info) return deleteSession(dirOf(place), info);
      }
      throw RequestError.sessionNotFound(id);
    },
    closeAll: async (options) => {
      ending = options;
      const all = [...open.values()].map((session) => session.close(options));
      open.clear();
      await Promise.all([...all, Promise.allSettled(opening)]);
    },
  };
}

/** It has its id only once it is open; nothing is asked before. */
async function startSession(parts: SessionsParts, wanted: Wanted): Promise<Session> {
  const { editor, flags } = parts;
  let id = wanted.resume ?? '';
  const own: Editor = {
    get session() {
      return id;
    },
    get can() {
      return editor.can;
    },
    request: editor.request,
    update: (update) => editor.update(id, update),
  };
  const begun = Promise.withResolvers<void>();
  const roots = [wanted.cwd, ...wanted.directories];
  const cwd = realOf(wanted.cwd);
  const agent: Agent = await openAgent(wanted, flags, parts.practice(), {
    ...asksOf(own, projectDirOf(cwd), (path) => textIn(agent, cwd, path)),
    mcpElicit: askForServers(own, begun.promise),
    openFiles: editorFiles(own, roots),
    ...editorTerminals(own, (call, terminal) => session.showTerminal(call, terminal)),
    ...(await parts.telemetry?.()),
  });
  id = agent.sessionId;
  parts.onAgent(agent);
  const session = createSession(agent, cwd, own, begun.resolve);
  return session;
}

/** The sessions of some projects, each once, from one of them on. */
function pageOf(places: readonly string[], from: number): ReturnType<Sessions['list']> {
  const all = places.flatMap((place) => keptIn(place).map((one) => infoOf(one, place)));
  const unique = all.filter(
    ({ sessionId }, i) => all.findIndex((one) => one.sessionId === sessionId) === i,
  );
  const next = from + PAGE;
  return {
    sessions: unique.slice(from, next),
    ...(unique.length > next ? { nextCursor: String(next) } : {}),
  };
}

const GONE = () => RequestError.invalidRequest(undefined, 'Wave is ending');

const projectOf = (cwd: string): string => projectDirOf(realOf(cwd));
const dirOf = (cwd: string): string => sessionsDir(homedir(), projectOf(cwd));
const keptIn = (cwd: string) => listSessions(dirOf(cwd));

const infoOf = (
  { id, name, about, updated }: ReturnType<typeof keptIn>[number],
  cwd: string,
): SessionInfo => ({
  sessionId: id,
  cwd,
  title: name || about,
  updatedAt: updated.toISOString(),
});
