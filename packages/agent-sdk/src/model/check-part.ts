import { show } from '@wavehooks/hooks/vocabulary';
import { type Model, ModelError, type ModelPart, type Usage } from '../vocabulary/model.ts';

type Fields = Readonly<Record<string, unknown>>;
type Fault = string | undefined;

/** Hosts bring their own models. Anything that is not a model could not be asked, nor paid for by name. */
export function checkModel({ id }: Model): void {
  if (typeof id !== 'string') throw wrong(`has an invalid id: expected a text, got ${show(id)}`);
}

/**
 * A part as the rest of the agent can rely on it. What is wrong is refused here: in the conversation it
 * would stay, and break every turn after this one.
 */
export function checkedPart(part: ModelPart): ModelPart {
  const kind = (part as Partial<ModelPart> | null | undefined)?.is;
  const check = kind !== undefined && Object.hasOwn(FAULTS, kind) ? FAULTS[kind] : undefined;
  if (!check) throw wrong(`gave an unknown part: ${show(part)}`);
  const fault = check(part as unknown as Fields);
  if (fault !== undefined) throw wrong(`gave a part "${kind}" that cannot be used: ${fault}`);
  return part.is === 'finish' ? { ...part, usage: wholeUsage(part.usage) } : part;
}

/** Not every model counts everything, and some count more. */
const wholeUsage = (usage: Partial<Usage> | null | undefined): Usage => ({
  inputTokens: usage?.inputTokens ?? 0,
  outputTokens: usage?.outputTokens ?? 0,
  cachedTokens: usage?.cachedTokens ?? 0,
  cacheWriteTokens: usage?.cacheWriteTokens ?? 0,
});

const wrong = (text: string) => new ModelError('server', `The model ${text}.`);

/** What is wrong with a part of each kind. */
const FAULTS: Readonly<Record<ModelPart['is'], (part: Fields) => Fault>> = {
  text: (part) => texts(part, 'text') ?? json(part, 'metadata'),
  reasoning: (part) => texts(part, 'text') ?? json(part, 'metadata'),
  // Without an id it is given one.
  call: ({ id, ...part }) => texts({ ...part, id: id ?? '' }, 'id', 'name') ?? json(part, 'input'),
  served: (part) => texts(part, 'id', 'name') ?? json(part, 'input'),
  'served-result': (part) => texts(part, 'id') ?? json(part, 'output'),
  restart: () => undefined,
  finish: ({ usage }) => counts({ ...wholeUsage(usage as Partial<Usage> | null | undefined) }),
};

const texts = (part: Fields, ...names: readonly string[]): Fault =>
  names
    .filter((name) => typeof part[name] !== 'string')
    .map((name) => `${name}: expected a text, got ${show(part[name])}`)[0];

/** It is kept in a file, sent back and given to hooks. */
function json(part: Fields, name: string): Fault {
  try {
    JSON.stringify(part[name]);
    return undefined;
  } catch (error) {
    return `${name}: expected what can be written as JSON (${(error as Error).message})`;
  }
}

const counts = (usage: Fields): Fault =>
  Object.entries(usage)
    .filter(([, count]) => !Number.isFinite(count))
    .map(([name, count]) => `usage.${name}: expected a number, got ${show(count)}`)[0];
