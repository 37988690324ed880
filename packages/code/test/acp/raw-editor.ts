import '../../../../test/built.ts';
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { until } from '../../../../test/until.ts';
import { place, WAVE } from '../helpers.ts';

/** An editor that writes whatever it likes. */
export function raw() {
  const where = place();
  const child = spawn(process.execPath, [WAVE, 'acp', '--model', 'practice'], {
    cwd: where.project,
    env: { ...process.env, HOME: where.home },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const answers = () =>
    out
      .split('\n')
      .filter(Boolean)
      .map(
        (line) => JSON.parse(line) as { id?: unknown; error?: { code: number }; result?: object },
      );
  let id = 100;
  /** The answer to a request. */
  const ask = async (method: string, params?: unknown) => {
    const own = id++;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params })}\n`);
    return answer(own);
  };
  const answer = async (own: number) => {
    await until(() => answers().some((one) => one.id === own));
    return answers().find((one) => one.id === own) ?? {};
  };
  const begin = () => ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  return { where, child, answers, ask, answer, begin, ended, stderr: () => err };
}
