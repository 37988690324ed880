import { ModelError } from '../../vocabulary/model.ts';
import { TooMuch, tooMuch } from '../send/answer-bounds.ts';
import { NoStream } from '../send/only-streams.ts';
import { BrokenStream } from '../send/watch-silence.ts';
import type { Endpoint } from './endpoint.ts';
import { type Facts, factsOf } from './failure-facts.ts';

/** What went wrong, the message for a person, and how many tries it is worth in all. */
export interface Failure {
  readonly error: ModelError;
  readonly tries: number;
  /** What was said, without advice: for a line that is gone again soon. */
  readonly brief?: string;
  /** How long the provider wants us to wait, in milliseconds. */
  readonly waitMs?: number | undefined;
}

/** The request could not be made: nothing went out, and nothing would the next time. */
export class Unsent extends Error {}

export function judge(thrown: unknown, endpoint: Endpoint): Failure {
  const facts = factsOf(thrown);
  const row = ROWS.find(({ when }) => when(facts, thrown)) ?? MALFORMED;
  const message = row.tell(facts, endpoint, new URL(endpoint.baseUrl).host);
  // What was thrown is not kept as the cause: it holds the whole conversation, and would be logged.
  return {
    error: new ModelError(row.kind, message),
    tries: facts.isFinal ? 1 : row.tries,
    brief: facts.code ?? said(facts),
    waitMs: facts.waitMs,
  };
}

interface Row {
  readonly when: (facts: Facts, thrown: unknown) => boolean;
  readonly kind: ModelError['kind'];
  readonly tries: number;
  readonly tell: (facts: Facts, endpoint: Endpoint, host: string) => string;
}

const status =
  (...wanted: readonly number[]) =>
  (facts: Facts) =>
    wanted.includes(facts.status ?? 0);
const code = (pattern: RegExp) => (facts: Facts) => pattern.test(facts.code ?? '');

/** How providers say that a request has too many tokens. */
const TOO_LONG = new RegExp(
  [
    'too long|too large|context.?(length|window|limit|size)|maximum context',
    'maximum prompt length|exceeds? max(imum)? length|exceeded model token limit',
    'input token count .*exceeds|token count of .*exceeds the limit',
    'reduce the length of the (messages|prompt)|too many (input )?tokens|tokens.{0,24} must be <=',
  ].join('|'),
  'i',
);
/**
 * In a stream there is no status, and many things can be too long; a 413 is about bytes, and may come from
 * whatever stands in front of the model: only a clear word counts.
 */
const CLEARLY_TOO_LONG =
  /context.?(length|window|limit|size)|prompt is too long|input token count .*exceeds|reduce the length of/i;
const isTooLong = ({ status, code, text }: Facts) =>
  status === undefined || status === 413
    ? code === undefined && CLEARLY_TOO_LONG.test(text)
    : [400, 422].includes(status) && TOO_LONG.test(text);

/** The first row that fits tells. */
const ROWS: readonly Row[] = [
  {
    when: (_, thrown) => comesOf(thrown, TooMuch),
    kind: 'answer',
    tries: 1,
    tell: (_, __, host) => tooMuch(host),
  },
  {
    // Gemini's status for a wrong key is 400.
    when: (facts) => status(401, 403)(facts) || /API key not valid/.test(facts.text),
    kind: 'auth',
    tries: 1,
    tell: (facts, { checks }, host) =>
      `${host} refused the key (${said(facts)}). Check ${checks.key}.`,
  },
  {
    when: status(404),
    kind: 'model',
    tries: 1,
    tell: (facts, { model, checks }, host) =>
      `${host} does not know the model "${model}" (${said(facts)}). Check --model or WAVE_MODEL, ` +
      `and ${checks.address} if you set it.`,
  },
  {
    when: isTooLong,
    kind: 'context',
    tries: 1,
    tell: (facts) =>
      `The conversation is too long for the model (${said(facts)}). Start a new one, or take ` +
      'a model with a larger context.',
  },
  {
    when: status(413),
    kind: 'size',
    tries: 1,
    tell: (facts, _, host) =>
      `The request is larger than ${host} takes (${said(facts)}); a shorter conversation, or one with ` +
      'fewer images, may pass.',
  },
  {
    when: (facts) => status(402)(facts) || /insufficient_quota|credit balance/i.test(facts.text),
    kind: 'limit',
    tries: 1,
    tell: (facts, _, host) =>
      `The account at ${host} has no credit left (${said(facts)}). Check its billing.`,
  },
  {
    when: status(429),
    kind: 'limit',
    tries: 8,
    tell: (facts, _, host) =>
      `${host} limits how much you may ask (${said(facts)}). Wait ${waitText(facts)} and try again.`,
  },
  {
    when: (facts) => (facts.status ?? 0) >= 500 || status(408, 409)(facts),
    kind: 'server',
    tries: 6,
    tell: (facts, _, host) => `${host} cannot answer now (${said(facts)}). Try again later.`,
  },
  {
    when: (facts) => status(400, 415, 422)(facts) && /\bimages?\b|image_url/i.test(facts.text),
    kind: 'image',
    tries: 1,
    tell: (facts, _, host) => `${host} does not take an image (${said(facts)}).`,
  },
  {
    when: (facts) => facts.location !== undefined && (facts.status ?? 0) < 400,
    kind: 'request',
    tries: 1,
    tell: ({ status, location }, { checks }, host) =>
      `${host} sends requests elsewhere (${status} to ${location}), where the key was not meant ` +
      `to go. If that is the right address, set ${checks.address} to it.`,
  },
  {
    when: (facts) => (facts.status ?? 0) >= 300,
    kind: 'request',
    tries: 1,
    tell: (facts, _, host) => `${host} refused the request (${said(facts)}).`,
  },
  {
    when: code(/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/),
    kind: 'network',
    tries: 1,
    tell: ({ code }, _, host) =>
      `The certificate of ${host} is not trusted (${code}). If your network inspects traffic, ` +
      'set NODE_EXTRA_CA_CERTS to a file with its certificate.',
  },
  {
    when: code(/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EPROXY)$/),
    kind: 'network',
    tries: 4,
    tell: ({ code, text }, { checks }, host) =>
      `No connection to ${host} (${code === 'EPROXY' ? text : code}). ` +
      (checks.start
        ? `Set ${checks.start}.`
        : `Check your network, HTTPS_PROXY and ${checks.address}.`),
  },
  {
    when: code(/^ERR_INVALID_/),
    kind: 'request',
    tries: 1,
    tell: ({ code }, { checks }) =>
      `The request could not be made (${code}). Check ${checks.key} and the model's name ` +
      'for characters that do not belong there.',
  },
  {
    when: (_, thrown) => thrown instanceof Unsent,
    kind: 'request',
    tries: 1,
    tell: ({ text }) => `The request could not be made, and nothing was sent: ${text}`,
  },
  {
    when: code(/./),
    kind: 'network',
    tries: 6,
    tell: ({ code }, _, host) => `The connection to ${host} broke (${code}). Try again.`,
  },
  {
    when: (_, thrown) => thrown instanceof BrokenStream,
    kind: 'server',
    tries: 6,
    tell: ({ text }, _, host) => `The answer of ${host} ${text}. Try again.`,
  },
  {
    when: ({ text }) => /ended without a finish/.test(text),
    kind: 'server',
    tries: 6,
    tell: (_, { checks }, host) =>
      `The answer of ${host} ended early. Try again; if that does not help, check ` +
      `${checks.address}.`,
  },
  {
    when: (_, thrown) => thrown instanceof NoStream,
    kind: 'request',
    tries: 1,
    tell: ({ text }, { checks }) =>
      `This is no model's address: ${text}. Check ${checks.address}, and whether your ` +
      'network wants a login first.',
  },
  {
    when: ({ name }) => /^AI_(InvalidPrompt|InvalidArgument|Unsupported|Load|NoSuch)/.test(name),
    kind: 'request',
    tries: 1,
    tell: ({ text }) => `The request could not be made: ${text}`,
  },
];

/** Libraries put what was thrown into errors of their own. */
function comesOf(thrown: unknown, kind: typeof TooMuch): boolean {
  let error = thrown;
  for (let depth = 0; depth < 8 && error instanceof Error; depth++) {
    if (error instanceof kind) return true;
    error = error.cause;
  }
  return false;
}

const MALFORMED: Row = {
  when: () => true,
  kind: 'server',
  tries: 4,
  tell: ({ text }, { checks }, host) =>
    `${host} sent an answer that is not understood (${text}). Check ${checks.address}.`,
};

function said({ status, text }: Facts): string {
  return status ? `${status}: ${text}` : text;
}

function waitText({ waitMs }: Facts): string {
  return waitMs ? `${Math.ceil(waitMs / 1000)} seconds` : 'a moment';
}
