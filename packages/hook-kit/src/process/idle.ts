import { fstatSync, readSync } from './node.ts';
import { pause, write } from './process.ts';

interface Idle {
  readonly event: string;
  readonly file: string;
  readonly failClosed: boolean;
}

/** Hooks whose file is not the one that was started. */
const idle: Idle[] = [];
let isInUse = false;

/** Some hook of this process runs, or is called: it is not in vain that they are here. */
export function use(): void {
  isInUse = true;
}

/**
 * Remembers a hook that does not run by itself. When the process ends, and an agent's event is still on
 * stdin, it was meant as the answer: a guard would stand open without a word.
 */
export function watch(one: Idle): void {
  if (idle.push(one) > 1) return;
  process.on('exit', (ended) => {
    // What has printed something, as tests do, has answered by itself.
    if (ended !== 0 || isInUse || process.stdout.bytesWritten > 0 || !isEventLeft()) return;
    const where = idle.map(({ event, file }) => `${event} in ${file}`).join(', ');
    write(
      2,
      `hook failed: nobody answered the event on stdin. Defined: ${where}; Node was started with ${process.argv[1]}. { main: true } runs it here as well; { main: false }: it is only a function.\n`,
    );
    process.exitCode = idle.some(({ failClosed }) => failClosed) ? 2 : 1;
  });
}

/**
 * Looked for only where an agent is around, since what is read here is gone for others. That alone proves
 * nothing: tests that a hook starts have it in their environment, too.
 */
function isEventLeft(): boolean {
  const { WAVE_PROJECT_DIR, CLAUDE_PROJECT_DIR } = process.env;
  if (!WAVE_PROJECT_DIR && !CLAUDE_PROJECT_DIR) return false;
  if (!process.getBuiltinModule('node:worker_threads').isMainThread) return false;
  try {
    return !fstatSync(0).isCharacterDevice() && readStdin().includes('"hook_event_name"');
  } catch {
    return false;
  }
}

/** What is there, without waiting for more than a moment. */
function readStdin(): string {
  // Opened by Node, a pipe keeps nobody waiting who reads it.
  void process.stdin;
  const buffer = Buffer.allocUnsafe(64 * 1024);
  let text = '';
  for (let waits = 0; waits < MAX_WAITS && text.length < MAX_READ; )
    try {
      const length = readSync(0, buffer);
      if (length === 0) break;
      text += buffer.toString('latin1', 0, length);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break;
      pause();
      waits++;
    }
  return text;
}

const MAX_WAITS = 40;
const MAX_READ = 1 << 26;
