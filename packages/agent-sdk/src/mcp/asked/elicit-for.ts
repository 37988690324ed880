import { isObject } from '@wavehooks/hooks/vocabulary';
import { oneAtATime } from '../../base/wait.ts';
import type { Tell } from '../config/tell.ts';
import type { AskedOfUs, Elicited } from '../connection/asked-of-us.ts';
import type { AskHost } from './ask-host.ts';
import type { Elicitation } from './elicitation.ts';
import { filledIn, readForm } from './elicitation-form.ts';

type Params = Readonly<Record<string, unknown>>;

const MAX_MESSAGE_CHARS = 4_000;
/** A server that asks without end would hold the user up for ever. */
const MOST_WAITING = 5;

/** Questions of one server to the user, one at a time. */
export function elicitFor(
  server: string,
  elicit: AskHost['elicit'],
  tell: Tell,
): AskedOfUs['elicit'] {
  const inTurn = oneAtATime();
  let waiting = 0;
  return async (params, signal) => {
    const asked = readElicitation(server, params);
    const no = (why: string): Elicited => {
      tell('warning', `it asked for something, and Wave declined: ${why}`);
      return { action: 'decline' };
    };
    if (typeof asked === 'string') return no(asked);
    if (!elicit) return no('nobody can be asked here');
    if (waiting >= MOST_WAITING) return no('it asks for too much at once');
    waiting++;
    try {
      return await inTurn(async () => {
        if (signal.aborted) return { action: 'cancel' };
        const given = await elicit(asked, signal);
        if (given.action !== 'accept')
          return given.why === undefined ? { action: given.action } : no(given.why);
        if (asked.mode !== 'form') return { action: 'accept' };
        const filled = filledIn(asked.fields, given.content ?? {});
        return 'fault' in filled ? no(filled.fault) : { action: 'accept', ...filled };
      });
    } finally {
      waiting--;
    }
  };
}

function readElicitation(server: string, params: Params): Elicitation | string {
  const message = String(params['message'] ?? '').slice(0, MAX_MESSAGE_CHARS);
  if (params['mode'] === 'url') {
    const url = String(params['url'] ?? '');
    const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
    return isWeb && url.length <= MAX_MESSAGE_CHARS
      ? { server, message, mode: 'url', url: new URL(url).href, id: idIn(params) }
      : 'its address is no web address';
  }
  const schema = params['requestedSchema'];
  const fields = readForm(schema);
  return typeof fields === 'string' || !isObject(schema)
    ? String(fields)
    : { server, message, mode: 'form', fields, schema };
}

const idIn = ({ elicitationId: id }: Params): string | undefined =>
  typeof id === 'string' ? id.slice(0, MAX_MESSAGE_CHARS) : undefined;
