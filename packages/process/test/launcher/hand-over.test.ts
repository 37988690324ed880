import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { quote, tempDir } from '../../../hooks/test/helpers.ts';
import { openLauncher } from '../../src/launcher/launcher.ts';

const AGENT = bundled(join(import.meta.dirname, 'staying-agent.ts'));

/** Runs an agent of its own and gives what it printed; rejects if it does not end well. */
async function agent(before: string, ...args: readonly string[]): Promise<unknown> {
  const run = [process.execPath, AGENT, ...args].map(quote).join(' ');
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${before} exec ${run}`]);
  return JSON.parse(stdout);
}

/** The numbers of the shells that wait until their pipes were handed over. */
function heldBack(command: string): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes('read -r wave_go') && line.includes(command))
    .map((line) => Number.parseInt(line, 10));
}

test('programs that are ended while their pipes are handed over have not started', async () => {
  const command = `cat # ${Math.random()}`;
  const said = agent('', 'stands still', command, '3');
  // One that was ended may still be listed when the next ones are looked for.
  const ended = new Set<number>();
  for (let tries = 0; tries < 500 && ended.size < 3; tries++, await wait(10))
    for (const pid of heldBack(command).filter((one) => !ended.has(one))) {
      process.kill(pid, 'SIGKILL');
      ended.add(pid);
    }
  expect(await said).toEqual({
    outcomes: Array(3).fill('it was ended while it was being started'),
    isSame: true,
  });
});

test('where the agent has no descriptor left for a pipe, nothing begins and the launcher lives on', async () => {
  const trace = join(tempDir(), 'trace');
  const command = `echo ran >${quote(trace)}; cat`;
  expect(await agent('ulimit -n 100;', 'few descriptors', command)).toEqual({
    outcomes: ['EMFILE: its pipes could not be taken over'],
    isSame: true,
  });
  expect([existsSync(trace), heldBack(trace)]).toEqual([false, []]);
});

test('an agent with nothing else to do lives until it knows what a launcher that stands still has begun', async () => {
  expect(await agent('', 'stopped launcher')).toEqual({ outcomes: ['started'], isSame: false });
});

test('what it prints at once is heard, also by an agent that stands still now and then', async () => {
  const launcher = openLauncher();
  onTestFinished(() => launcher.close());
  launcher.warm();
  expect(await launcher.ready()).toBe(true);
  const program = { args: ['-c', 'echo out; echo err >&2'], cwd: '/', env: process.env };
  for (let round = 0; round < 5; round++) {
    const stop = standStillNowAndThen();
    const started = await launcher.stay({ file: '/bin/sh', ...program });
    stop();
    if ('is' in started) throw new Error(started.error);
    const { stdout, stderr } = started;
    expect([await textOf(stdout), await textOf(stderr)]).toEqual(['out\n', 'err\n']);
    await started.exited;
    started.release();
  }
});

function standStillNowAndThen(): () => void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let goesOn = true;
  const turn = () => {
    Atomics.wait(cell, 0, 0, 30);
    if (goesOn) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    goesOn = false;
  };
}
