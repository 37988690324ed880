import { type ReachedProvider, reachProviders, resolveAnyModel } from '@wavehooks/agent-sdk';
import { openSettings, projectDirOf } from '@wavehooks/settings';
import { type Command, readArgs, refuseMore, UsageError } from '../cli/command.ts';
import { exactLine, type Paint, painter } from '../cli/style.ts';
import { SHARED_FLAGS, usageOf } from '../cli/usage.ts';
import { testModel } from './test-model.ts';

const FLAGS = { json: SHARED_FLAGS.json } as const;
const USAGE = usageOf({
  forms: ['wave models [options]', 'wave models test [MODEL]'],
  about:
    'Lists the models that can be reached with your keys and servers, the default and why. "test" sends one a small real request.',
  options: FLAGS,
});

/** A provider that does not answer is not waited for. */
const PATIENCE_MS = 10_000;

/** `wave models`: exit 0 where a model can be reached, 1 where none can. */
export const models: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  const [word, name, ...more] = positionals;
  refuseMore(more, USAGE);
  const { settings } = openSettings({ projectDir: projectDirOf(io.cwd) });
  const env = { ...process.env, ...settings.env };
  if (word === 'test') return testModel({ env, settings, model: name }, io);
  if (word !== undefined) throw new UsageError(`there is no "wave models ${word}"\n\n${USAGE}`);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const found = await resolveAnyModel({ env, settings }, signal);
  const providers = await reachProviders({ env, settings }, signal);
  const start = typeof found === 'string' ? undefined : found;
  const why = whyDefault(env, settings.model, start?.provider);
  if (values.json) {
    const fallback = start ? { model: start.id, provider: start.provider, why } : null;
    io.out(`${JSON.stringify({ default: fallback, providers }, null, 2)}\n`);
    return start ? 0 : 1;
  }
  const paint = painter(io.color);
  const first = start ? `Default: ${start.id}  ${paint('dim', why)}` : exactLine(String(found));
  io.out([first, '', ...providers.flatMap((one) => linesOf(one, paint))].join('\n').concat('\n'));
  return start ? 0 : 1;
};

function whyDefault(env: NodeJS.ProcessEnv, named: string | undefined, provider = ''): string {
  if (env['WAVE_MODEL']) return 'named by WAVE_MODEL';
  if (named) return 'named by "model" in your settings';
  return `${provider} is the first provider that was found`;
}

/** Long lists are for --json. */
const MOST = 12;

function linesOf({ name, title, models, problem, needs }: ReachedProvider, paint: Paint): string[] {
  const head = `${name.padEnd(12)} ${title}`;
  if (needs !== undefined) return [paint('dim', `${head}: not set up. Set ${needs}`)];
  if (problem !== undefined) return [`${head}: ${paint('yellow', exactLine(problem))}`];
  if (!models) return [`${head}: ready; it cannot list its models`];
  const rest = models.length - MOST;
  return [
    `${head}: ${models.length} ${models.length === 1 ? 'model' : 'models'}`,
    ...models.slice(0, MOST).map((one) => `  ${exactLine(one)}`),
    ...(rest > 0 ? [paint('dim', `  … ${rest} more (--json lists all)`)] : []),
  ];
}
