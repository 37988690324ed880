import { existsSync } from 'node:fs';
import {
  type Checkpoint,
  checkpointsOf,
  type UndoOptions,
  type UndoResult,
  undoTo,
} from '../undo/undo.ts';
import { openSession } from './open.ts';
import { sessionFile, sessionsDir } from './place.ts';

/** A session that nobody is at work in, open for taking things back: without a model and its key. */
export interface Undo {
  readonly sessionId: string;
  checkpoints(): readonly Checkpoint[];
  undo(promptId: string, options?: UndoOptions): Promise<UndoResult>;
  close(): void;
}

/** Throws `SessionBusy` when an agent has it open, and an `Error` when there is no such session. */
export function openUndo(home: string, projectDir: string, sessionId: string): Undo {
  const file = sessionFile(sessionsDir(home, projectDir), sessionId);
  if (!existsSync(file)) throw new Error(`there is no session "${sessionId}" in this project`);
  const options = { home, session: { keep: true, resume: sessionId } };
  const session = openSession(options, projectDir, () => {});
  return {
    sessionId,
    checkpoints: () => checkpointsOf(session.history),
    undo: (promptId, more) => undoTo(session, promptId, more),
    close: session.close,
  };
}
