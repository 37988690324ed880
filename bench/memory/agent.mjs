import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SUBJECT = fileURLToPath(new URL('subject.mjs', import.meta.url));

/** An agent of so many megabytes; `asked` names the ways and works it will be asked for. */
export async function openAgent(megabytes, asked) {
  const child = fork(SUBJECT, [String(megabytes)], { execArgv: [] });
  const ask = (question) =>
    new Promise((resolve, reject) => {
      const ended = (code) => reject(new Error(`the agent of ${megabytes} MB exited ${code}`));
      child.once('exit', ended);
      child.once('message', (answer) => {
        child.off('exit', ended);
        answer?.error ? reject(new Error(answer.error)) : resolve(answer);
      });
      child.send(question);
    });
  const rss = await ask({ prepare: asked });
  return { rss, ask, close: () => child.disconnect() };
}
