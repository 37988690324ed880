import { statSync, utimesSync } from 'node:fs';
import type { Change } from '../conversation/conversation.ts';
import {
  type Checkpoint,
  checkpointsOf,
  type UndoOptions,
  type UndoResult,
  undoTo,
} from '../undo/undo.ts';
import { openSession } from './open-session.ts';
import { isKept, sessionFile, sessionsDir } from './transcript/session-files.ts';

/** A session that nobody is at work in, open for taking things back: without a model and its key. */
export interface Undo {
  readonly sessionId: string;
  checkpoints(): readonly Checkpoint[];
  undo(promptId: string, options?: UndoOptions): Promise<UndoResult>;
  close(): void;
}

/** Throws `SessionBusy` when an agent has it open, and an `Error` when there is no such session. */
export function openUndo(
  home: string,
  projectDir: string,
  sessionId: string,
  tell: (text: string) => void = () => {},
): Undo {
  const dir = sessionsDir(home, projectDir);
  if (!isKept(dir, sessionId))
    throw new Error(`there is no session "${sessionId}" in this project`);
  const file = sessionFile(dir, sessionId);
  const found = statSync(file);
  const options = { home, session: { keep: true, resume: sessionId } };
  const session = openSession(options, projectDir, (event) => {
    for (const text of event.is === 'change' ? toldBy(event.change) : []) tell(text);
  });
  return {
    sessionId,
    checkpoints: () => checkpointsOf(session.history),
    undo: (promptId, more) => undoTo(session, promptId, more),
    close: () => {
      try {
        // The last session is the one that was talked to last: to take something back is not to talk.
        utimesSync(file, found.atime, found.mtime);
      } finally {
        session.close();
      }
    },
  };
}

/** What is wrong with the session's file is for the user, as in a conversation. */
const toldBy = (change: Change): string[] =>
  change.is === 'added'
    ? change.message.blocks.flatMap((block) => (block.type === 'notice' ? [block.content] : []))
    : [];
