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
  const { editor, flags } = parts;
  const open = new Map<string, Session>();
  /** Where sessions were opened from: only of these projects are earlier ones listed. */
  const known = new Set([parts.cwd]);
  const at = (id: string): Session => {
    const session = open.get(id);
    if (!session) throw RequestError.sessionNotFound(id);
    return session;
  };
  /** It has its id only once it is open; nothing is asked before. */
  const start = async (wanted: Wanted): Promise<Session> => {
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
  };
  return {
    at,
    open: async (wanted) => {
      const there = wanted.resume === undefined ? undefined : open.get(wanted.resume);
      if (there) return there;
      if (open.size >= MOST_OPEN)
        throw RequestError.invalidRequest(
          undefined,
          `${MOST_OPEN} sessions are open; close one first`,
        );
      if (wanted.resume !== undefined && !keptIn(wanted.cwd).some(({ id }) => id === wanted.resume))
        throw RequestError.sessionNotFound(wanted.resume);
      try {
        const session = await start(wanted);
        open.set(session.agent.sessionId, session);
        known.add(wanted.cwd);
        return session;
      } catch (error) {
        throw asRequestError(error);
      }
    },
    list: (cwd, cursor = '0') => {
      const places = cwd === undefined ? [...known] : [cwd];
      const all = places.flatMap((place) => keptIn(place).map((one) => infoOf(one, place)));
      const unique = all.filter(
        ({ sessionId }, i) => all.findIndex((one) => one.sessionId === sessionId) === i,
      );
      const from = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
      const next = from + PAGE;
      return {
        sessions: unique.slice(from, next),
        ...(unique.length > next ? { nextCursor: String(next) } : {}),
      };
    },
    close: async (id) => {
      const session = at(id);
      open.delete(id);
      await session.close();
    },
    delete: (id) => {
      for (const place of known) {
        const info = keptIn(place).find((one) => one.id === id);
        if (info) return deleteSession(dirOf(place), info);
      }
      throw RequestError.sessionNotFound(id);
    },
    closeAll: async (options) => {
      const all = [...open.values()];
      open.clear();
      await Promise.all(all.map((session) => session.close(options)));
    },
  };
}

const dirOf = (cwd: string): string => sessionsDir(homedir(), projectDirOf(realOf(cwd)));
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
