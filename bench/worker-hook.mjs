import { spawn } from 'node:child_process';

/** A hook that answers each line; as a command it reads its event, as a worker it stays. */
export const WORKER_HOOK = `
if (process.env.WAVE_HOOK_WORKER) {
  let held = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (held + text).split('\\n');
    held = lines.pop();
    for (const line of lines)
      process.stdout.write(JSON.stringify({ id: JSON.parse(line).id, stdout: {} }) + '\\n');
  });
  process.stdin.on('end', () => process.exit(0));
} else {
  process.stdin.resume();
  console.log('{}');
}
`;

/** The floor: the same program, asked with nothing around it. */
export function bareWorker(file) {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, WAVE_HOOK_WORKER: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  let [last, held] = [0, ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (held + text).split('\n');
    held = lines.pop();
    for (const line of lines) answer(JSON.parse(line));
  });
  const answer = ({ id, stdout }) => {
    waiting.get(id)?.(stdout);
    waiting.delete(id);
  };
  const ask = (input) => {
    const id = String(++last);
    child.stdin.write(`${JSON.stringify({ id, input })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return { ask, end: () => child.stdin.end() };
}
