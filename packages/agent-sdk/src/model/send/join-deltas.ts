import { AMAZON } from './only-streams.ts';
import type { Incoming, Send } from './send.ts';

/**
 * Sends so that of the pieces of a text that arrived together the library gets one. It checks every event
 * against a schema; for a quick answer this costs more than everything else.
 */
export function joining(send: Send): Send {
  return async (request) => {
    const answer = await send(request);
    if (answer.status !== 200 || answer.headers.get('content-type')?.startsWith(AMAZON))
      return answer;
    return { ...answer, body: answer.body.pipeThrough(joiner()) } satisfies Incoming;
  };
}

const END = '\n\n';

/**
 * Holds back what has no end yet; nobody could read it before. A server that ends its lines in another way
 * is left as it is.
 */
function joiner(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest: string[] = [];
  let isOther = false;
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      isOther ||= text.includes('\r');
      if (isOther) {
        controller.enqueue(encoder.encode(rest.join('') + text));
        rest = [];
        return;
      }
      // The end may have come in two pieces.
      const known = rest.at(-1)?.endsWith('\n') && text.startsWith('\n') ? 1 : 0;
      const at = text.lastIndexOf(END);
      const until = at >= 0 ? at + END.length : known;
      if (until === 0) return void rest.push(text);
      const whole = rest.join('') + text.slice(0, until);
      rest = [text.slice(until)];
      controller.enqueue(encoder.encode(joinDeltas(whole)));
    },
    flush(controller) {
      const left = rest.join('') + decoder.decode();
      if (left !== '') controller.enqueue(encoder.encode(left));
    },
  });
}

/** Events as they came, but for pieces of one text that follow each other: those are one piece. */
export function joinDeltas(events: string): string {
  const joined: string[] = [];
  let last: Piece | undefined;
  const close = () => {
    if (last) joined.push(last.count === 1 ? last.raw : written(last));
    last = undefined;
  };
  for (const raw of events.split(END)) {
    const piece = pieceOf(raw);
    if (last && piece?.rest === last.rest) {
      last.text += piece.text;
      last.count++;
      continue;
    }
    close();
    if (piece) last = piece;
    else joined.push(raw);
  }
  close();
  return joined.join(END);
}

interface Piece {
  /** The event as it came. */
  readonly raw: string;
  readonly event: unknown;
  readonly place: Place;
  /** All but the text. Two pieces go together only where this is the same. */
  readonly rest: string;
  text: string;
  count: number;
}

/** Where in an event the text is. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly field: string;
}

const EVENT = /^(event: ?[\w.]+\n)?data: ?(\{.*\})$/;
/** What has neither of them is no piece of a text, and need not be parsed. */
const MAY_HOLD_TEXT = /"(?:content_block_delta|choices)"/;

function pieceOf(raw: string): Piece | undefined {
  const [, name = '', json] = (MAY_HOLD_TEXT.test(raw) && EVENT.exec(raw)) || [];
  const event = json === undefined ? undefined : parsed(json);
  const place = placeIn(event);
  if (!place) return undefined;
  const text = String(place.holder[place.field]);
  place.holder[place.field] = '';
  return { raw, event, place, rest: name + JSON.stringify(event), text, count: 1 };
}

function written({ raw, event, place, text }: Piece): string {
  place.holder[place.field] = text;
  const name = raw.startsWith('data:') ? '' : `${raw.slice(0, raw.indexOf('\n'))}\n`;
  return `${name}data: ${JSON.stringify(event)}`;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Anthropic's pieces by their type; then those of OpenAI-compatible servers. */
const ANTHROPIC: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  input_json_delta: 'partial_json',
};
const OPENAI = ['content', 'reasoning_content', 'reasoning'];

function placeIn(event: unknown): Place | undefined {
  const { type, delta, choices } = (event ?? {}) as Loose;
  if (type === 'content_block_delta') return place(delta, ANTHROPIC[String(delta?.['type'])]);
  if (!Array.isArray(choices) || choices.length !== 1) return undefined;
  const said: Record<string, unknown> | undefined = choices[0]?.delta;
  const fields = OPENAI.filter((field) => typeof said?.[field] === 'string' && said[field] !== '');
  return fields.length === 1 ? place(said, fields[0]) : undefined;
}

interface Loose {
  readonly type?: unknown;
  readonly delta?: Record<string, unknown>;
  readonly choices?: readonly { readonly delta?: Record<string, unknown> }[];
}

const place = (
  holder: Record<string, unknown> | undefined,
  field: string | undefined,
): Place | undefined =>
  holder && field !== undefined && typeof holder[field] === 'string'
    ? { holder, field }
    : undefined;
