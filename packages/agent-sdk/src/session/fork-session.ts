import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { agentsDir, freshSessionId, sessionFile, undoDir } from './transcript/session-files.ts';
import { readTranscript } from './transcript/transcript.ts';

/**
 * A new session that begins with all that was said in another one; gives its id. The other stays as it is,
 * also where somebody works on it. What undo needs and what subagents said comes along.
 */
export function forkSession(dir: string, from: string): string {
  const id = freshSessionId();
  const [origin, file] = [sessionFile(dir, from), sessionFile(dir, id)];
  try {
    // A line that is being written is not whole yet.
    const whole = readFileSync(origin).subarray(0, readTranscript(origin).keep);
    writeFileSync(file, whole, { mode: 0o600, flag: 'wx' });
    for (const place of [undoDir, agentsDir])
      if (existsSync(place(origin))) cpSync(place(origin), place(file), { recursive: true });
    return id;
  } catch (error) {
    for (const left of [undoDir(file), agentsDir(file), file])
      rmSync(left, { recursive: true, force: true });
    throw error;
  }
}
