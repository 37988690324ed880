import { fork } from 'node:child_process';
import { descendantsOf } from './tree.mjs';

/**
 * Measures in a process of its own, which has nothing of other groups in its memory, and ends it with all that
 * it started if it takes too long. Resolves to { rows } or { problem }.
 */
export function apart(file, args, limitMs) {
  // What a group prints does not belong into the report.
  const child = fork(file, args, { stdio: ['ignore', 2, 2, 'ipc'], detached: true });
  const end = () => endAll(child.pid);
  const leave = (signal) => {
    end();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  for (const signal of SIGNALS) process.on(signal, leave);
  return new Promise((resolve) => {
    let result;
    const timer = setTimeout(() => {
      result = { problem: `took longer than ${Math.round(limitMs / 1_000)} s` };
      end();
    }, limitMs);
    child.on('message', (message) => {
      result ??= message;
    });
    child.on('error', (error) => {
      result ??= { problem: error.message };
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      for (const one of SIGNALS) process.off(one, leave);
      resolve(result ?? { problem: `ended (${signal ?? code}) without a result` });
    });
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM'];

/** The other side: does the work and says what came of it. */
export async function tellParent(work) {
  const result = await work().then(
    (rows) => ({ rows }),
    (error) => ({ problem: error.message }),
  );
  process.send(result, () => process.exit());
}

/** Those that have groups of their own are found before the process is gone whose children they are. */
function endAll(pid) {
  const others = descendantsOf(pid);
  for (const one of [-pid, pid, ...others]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
