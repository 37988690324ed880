import { createEngine } from '@wavehooks/hooks';
import { tempDir } from './programs.mjs';

/** Engines for one group: they write only to a temporary directory, and end together. */
export async function engines() {
  const { dir, remove } = await tempDir();
  const made = [];
  const create = async (hooks, limits = {}, launcher = false) => {
    const engine = await createEngine({ hooks, limits, outputDir: dir, launcher });
    made.push(engine);
    return engine;
  };
  const close = async () => {
    await Promise.all(made.map((engine) => engine.close()));
    await remove();
  };
  return { create, close };
}

/** Hooks of one event in the settings' shape. */
export const hooksOf = (event, hooks, matcher = '*') => ({ [event]: [{ matcher, hooks }] });

export const commands = (event, list) =>
  hooksOf(
    event,
    list.map((command) => ({ type: 'command', command })),
  );

/** Throws unless every hook succeeded: a failing one would look fast. */
export async function fire(engine, input, runs) {
  const verdict = await engine.fire(input);
  const failed = verdict.runs.find(({ outcome }) => outcome.is !== 'exit' || outcome.code !== 0);
  if (failed) throw new Error(`${failed.hook}: ${JSON.stringify(failed.outcome)} ${failed.stderr}`);
  if (verdict.runs.length !== runs)
    throw new Error(`expected ${runs} runs, got ${verdict.runs.length}`);
  return verdict;
}
