import type { HookInput, UserText, Verdict } from '@wavehooks/hooks';
import { AHP_ERRORS, AHP_VERSION } from '@wavehooks/hooks/ahp';
import { fieldsGivenTwice, isObject, show } from '@wavehooks/hooks/vocabulary';
import { effectsOf } from './effects-of.ts';
import { AHP_EVENTS, hookInput } from './incoming.ts';
import { MANIFEST } from './manifest.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What the hooks of this project say to an event. */
export type Judge = (
  input: HookInput,
) => Promise<{ readonly verdict: Verdict; readonly toUser: readonly UserText[] }>;

/** JSON-RPC's own errors, and those of the protocol. */
const ERRORS = { noJson: -32700, noRequest: -32600, noMethod: -32601, ...AHP_ERRORS } as const;

class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** One message of a host, and what it gets; undefined for what is only told. Never rejects. */
export async function answerMessage(
  text: string,
  judge: Judge,
  cwd: string,
): Promise<string | undefined> {
  let id: unknown = null;
  try {
    const message = messageIn(text);
    id = message['id'] ?? null;
    const result = await resultOf(message, judge, cwd);
    return result && JSON.stringify({ jsonrpc: '2.0', id, result });
  } catch (error) {
    const code = error instanceof Refused ? error.code : ERRORS.internal;
    const words = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: words } });
  }
}

function messageIn(text: string): Raw {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Refused(ERRORS.noJson, 'expected one JSON object on the line');
  }
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || typeof message['method'] !== 'string')
    throw new Refused(ERRORS.noRequest, `expected a JSON-RPC 2.0 request, got ${show(message)}`);
  // Whoever carries out what is asked about here may take the other value.
  const [twice] = fieldsGivenTwice(text);
  if (twice) throw new Refused(ERRORS.noRequest, `"${twice.join('.')}" is given twice`);
  return message;
}

async function resultOf(message: Raw, judge: Judge, cwd: string): Promise<Raw | undefined> {
  const { id, method } = message;
  const params = isObject(message['params']) ? message['params'] : {};
  const { protocolVersion: version } = params;
  if (version !== AHP_VERSION)
    throw new Refused(ERRORS.unsupportedVersion, `expected "${AHP_VERSION}", got ${show(version)}`);
  if (method === 'hooks/capabilities') return { protocolVersion: AHP_VERSION, manifest: MANIFEST };
  const asked = { event: objectIn(params, 'event'), capabilities: params['capabilities'] };
  if (method === 'hooks/observe') {
    const input = hookInput(asked.event, {}, cwd);
    if (input) await judge(input);
    return undefined;
  }
  if (method !== 'hooks/intercept')
    throw new Refused(ERRORS.noMethod, `there is no method ${show(method)}`);
  if (typeof id !== 'string' || id !== asked.event['id'])
    throw new Refused(ERRORS.noRequest, 'expected the id of the request to be that of its event');
  return { protocolVersion: AHP_VERSION, effects: await interceptWith(judge, asked, cwd) };
}

async function interceptWith(
  judge: Judge,
  { event, capabilities }: { readonly event: Raw; readonly capabilities: unknown },
  cwd: string,
): Promise<readonly Raw[]> {
  if (!isObject(capabilities) || !Array.isArray(capabilities['effects']))
    throw new Refused(ERRORS.noRequest, 'expected "capabilities" with a list of "effects"');
  const input = hookInput(event, capabilities, cwd);
  if (!input)
    throw new Refused(
      ERRORS.unsupportedEvent,
      `expected one of ${AHP_EVENTS.join(', ')}, got ${show(event['type'])}`,
    );
  const { verdict, toUser } = await judge(input);
  const told = { ...verdict, toUser: [...toUser, ...verdict.toUser] };
  const { tool_input: given = {} } = input as { readonly tool_input?: Raw };
  const answered = effectsOf(told, given, capabilities);
  if ('unable' in answered) throw new Refused(ERRORS.unavailable, answered.unable);
  return answered.effects;
}

function objectIn(params: Raw, name: string): Raw {
  const value = params[name];
  if (isObject(value)) return value;
  throw new Refused(ERRORS.noRequest, `"${name}": expected an object, got ${show(value)}`);
}
