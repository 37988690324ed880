import { isDeepStrictEqual } from 'node:util';
import type { AhpEffect, AhpRequest, AhpState } from './protocol.ts';
import { type ReadResponse, readResponse } from './read-response.ts';

type Input = Readonly<Record<string, unknown>>;

/** What a moment has come to once a response is accepted. */
export interface Accepted {
  readonly effects: readonly AhpEffect[];
  /** For the next backend. */
  readonly state: AhpState;
  /** The tool's input as it is now; undefined for what is not about a tool. */
  readonly input: Input | undefined;
  /** The answer in the place of the tool. */
  readonly answer: AhpState['candidate'];
}

/** Checks the host's own conditions for an input; a text says why it does not fit. */
export type Fits = (input: Input) => string | undefined;

/** A response of a backend, accepted as a whole or not at all. */
export function acceptResponse(
  text: string,
  request: AhpRequest,
  fits: Fits = () => undefined,
): Accepted | { readonly fault: string } {
  const read: ReadResponse = readResponse(text, request);
  return 'fault' in read ? read : applyEffects(read.effects, request, fits);
}

const UNDECIDED: AhpState = { permission: 'none', candidate: null };

function applyEffects(
  effects: readonly AhpEffect[],
  { params: { event, state: before = UNDECIDED } }: AhpRequest,
  fits: Fits,
): Accepted | { readonly fault: string } {
  const asked = event.tool?.input;
  let input = asked;
  for (const effect of effects) {
    if (effect.type !== 'modify') continue;
    const value = effect.value as Input;
    input = effect.operation === 'replace' ? value : { ...input, ...value };
    const fault = fits(input);
    if (fault !== undefined) return { fault };
  }
  // What was allowed or answered before, it was for another input.
  const isSame = isDeepStrictEqual(input, asked);
  const earlier = isSame ? before : { ...before, candidate: null, permission: kept(before) };
  const answered = effects.findLast((effect) => effect.type === 'return');
  const candidate = answered ? { value: answered.value } : earlier.candidate;
  const permission = strictest([earlier.permission, ...effects.map(permissionOf)]);
  const isStopped = before.flow === 'stop' || effects.some(isStop);
  const runs = permission === 'none' || permission === 'allow';
  const state: AhpState = {
    permission,
    candidate: permission === 'deny' ? null : candidate,
    ...(isStopped ? { flow: 'stop' } : {}),
  };
  return { effects, state, input, answer: runs && !isStopped ? state.candidate : null };
}

const isStop = (effect: AhpEffect): boolean =>
  effect.type === 'flow' && effect.operation === 'stop';

const kept = ({ permission }: AhpState) => (permission === 'allow' ? 'none' : permission);

/** From the weakest to the strongest. */
const PERMISSIONS = ['none', 'allow', 'ask', 'deny'] as const;

const permissionOf = ({ type }: AhpEffect): AhpState['permission'] =>
  PERMISSIONS.find((permission) => permission === type) ?? 'none';

const strictest = (permissions: readonly AhpState['permission'][]): AhpState['permission'] =>
  PERMISSIONS.findLast((permission) => permissions.includes(permission)) ?? 'none';
