import { type Answering, type Choose, codeOf, keepStdout, textOf, write } from './process.ts';

/** How the agent tells a hook that it is to stay and answer line by line. */
export const VARIABLE = 'WAVE_HOOK_WORKER';

/** Answers each line of stdin with a line, side by side, until stdin ends: then nobody asks any more. */
export function runAsWorker(choose: Choose): void {
  const open = new Map<string, { own: AbortController; by: Answering }>();
  const say = (id: string, said: object) => {
    // First, since it throws for what JSON does not know: then the event is still open, and fails.
    const line = `${JSON.stringify({ id, ...said })}\n`;
    if (open.delete(id)) write(1, line);
  };
  const failed = (by: Answering, error: unknown) => ({
    exit_code: codeOf(by),
    stderr: `hook failed: ${textOf(error)}`,
  });
  const give = (id: string, input: object) => {
    const [own, by] = [new AbortController(), choose(input)];
    open.set(id, { own, by });
    by.answer(input, own)
      .then(({ json, notes }) => say(id, { stdout: json, ...noted(notes) }))
      .catch((error) => say(id, failed(by, error)));
  };
  // What it starts in turn is no worker.
  delete process.env[VARIABLE];
  keepStdout();
  const failAll = (error: unknown) => {
    for (const [id, { by }] of open) say(id, failed(by, error));
  };
  process.on('uncaughtException', (error) => {
    write(2, `hook failed: ${textOf(error)}\n`);
    failAll(error);
    process.exit(1);
  });
  // A handler that ends the process leaves nobody without an answer.
  process.on('exit', () => failAll('the process ended before the handler answered'));
  // Later, so that what stands below the call in the hook's file is there.
  setImmediate(() =>
    eachLine((line) => {
      const { id, input, cancel } = JSON.parse(line);
      if (cancel !== undefined) return open.get(cancel)?.own.abort();
      give(id, input);
    }),
  );
}

const noted = (notes: readonly string[]) =>
  notes.length === 0 ? {} : { stderr: notes.map((note) => `hook: ${note}`).join('\n') };

function eachLine(hear: (line: string) => void): void {
  let held = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => {
    const [first = '', ...rest] = text.split('\n');
    held += first;
    for (const next of rest) {
      hear(held);
      held = next;
    }
  });
  process.stdin.on('end', () => process.exit(0));
}
