import { isEventName } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';
import type { MomentRecord, RequestRecord, TurnRecord } from '@wavehooks/settings/log';
import type { Book } from './book.ts';
import { beginOf, type Logged } from './logged.ts';
import { callId, idOf, isIn, laneOf, MAIN, placed } from './place.ts';
import { setupOf } from './setups.ts';
import type { Moment, Request, Turn } from './trace.ts';

export function turnSpan(record: TurnRecord & Logged, book: Book): Turn {
  const { ms, ended, cost } = record;
  const at = beginOf(record) - book.began;
  const prompt = promptIn(laneOf(record), { at, ms }, book);
  return {
    ...{ is: 'turn', id: idOf(record), lane: laneOf(record), at, ms, ended },
    ...(prompt === undefined ? {} : { prompt }),
    ...(cost === undefined ? {} : { cost }),
  };
}

export function requestSpan(
  record: RequestRecord & Logged,
  turns: readonly Turn[],
  book: Book,
): Request {
  const { is, ms, model, input, output, cached, cost, ended, for: purpose, message } = record;
  const { contents, redact } = book.material;
  const { agent } = record;
  const answer = contents?.get(agent ?? '')?.answers.get(message ?? '');
  return {
    ...{ ...placed(record, turns, book), is, ms, model, input, output, cached, ended },
    ...(cost === undefined ? {} : { cost }),
    ...(purpose === undefined ? {} : { for: purpose }),
    ...(answer?.text ? { said: redact(answer.text) } : {}),
    ...(answer?.calls.length
      ? { calls: answer.calls.map((call) => callId({ ...(agent ? { agent } : {}), call })) }
      : {}),
  };
}

/** The first prompt of a time, without secrets. */
function promptIn(
  lane: string,
  span: { readonly at: number; readonly ms: number },
  { material, began }: Book,
): string | undefined {
  const content = material.contents?.get(lane === MAIN ? '' : lane);
  const found = content?.prompts.find(({ at }) => isIn(at - began, span));
  return found && material.redact(found.text);
}

export function momentSpan(
  record: MomentRecord & Logged,
  turns: readonly Turn[],
  book: Book,
): Moment {
  const { event, ms, verdict, by, rewrittenBy } = record;
  const at = placed(record, turns, book);
  const turn = turns.find(({ id }) => id === at.parent);
  const text = event === 'UserPromptSubmit' && turn ? promptAfter(at, turn, book) : undefined;
  return {
    ...{ is: 'moment', ...at, ms, event, verdict, setup: setupOf(record, book.setups) },
    ...fromTable(event, verdict),
    ...(by === undefined ? {} : { by }),
    ...(text === undefined ? {} : { text }),
    ...(rewrittenBy === undefined ? {} : { rewrittenBy }),
    ...(rewrittenBy === undefined || text === undefined ? {} : { after: text }),
  };
}

/** What the table of events says: what came of it, and an example of what its hooks get. */
function fromTable(event: string, verdict: MomentRecord['verdict']): Partial<Moment> {
  if (!isEventName(event)) return {};
  const { says, sample } = specOf(event);
  const meant = says[verdict] ?? says.none;
  return event === 'UserPromptSubmit' ? { meant } : { meant, example: sample };
}

/** A prompt enters the conversation once its hooks have let it pass. */
const promptAfter = (
  moment: { readonly lane: string; readonly at: number },
  turn: Turn,
  book: Book,
) => promptIn(moment.lane, { at: moment.at, ms: turn.at + turn.ms - moment.at }, book);
