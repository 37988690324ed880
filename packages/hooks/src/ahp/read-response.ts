import { fieldsGivenTwice } from '../reading/duplicates.ts';
import { isObject, misfit, show } from '../vocabulary/shape.ts';
import {
  AHP_VERSION,
  type AhpCapabilities,
  type AhpEffect,
  type AhpRequest,
  EFFECT_FIELDS,
} from './protocol.ts';

/** A response as a whole: all its effects, or why none of them counts. */
export type ReadResponse = { readonly effects: readonly AhpEffect[] } | { readonly fault: string };

/** The answer of a backend to `request`. One thing wrong with it, and nothing of it counts. */
export function readResponse(text: string, request: AhpRequest): ReadResponse {
  const message = parsed(text);
  if (!isObject(message)) return { fault: `expected one JSON object, got ${show(text.trim())}` };
  const [twice] = fieldsGivenTwice(text);
  if (twice) return { fault: `"${twice.join('.')}" is given twice` };
  return readEnvelope(message, request);
}

function readEnvelope(message: Record<string, unknown>, request: AhpRequest): ReadResponse {
  const { jsonrpc, id, error, result } = message;
  if (jsonrpc !== '2.0') return { fault: `"jsonrpc": expected "2.0", got ${show(jsonrpc)}` };
  if (id !== request.id) return { fault: `"id": expected ${show(request.id)}, got ${show(id)}` };
  if (error !== undefined) return { fault: `it answered with an error: ${errorText(error)}` };
  if (!isObject(result)) return { fault: `"result": expected an object, got ${show(result)}` };
  const { protocolVersion = AHP_VERSION, effects } = result;
  if (protocolVersion !== AHP_VERSION)
    return { fault: `"protocolVersion": expected "${AHP_VERSION}", got ${show(protocolVersion)}` };
  if (!Array.isArray(effects)) return { fault: `"effects": expected a list, got ${show(effects)}` };
  const { capabilities } = request.params;
  for (const [at, effect] of effects.entries()) {
    const fault = shapeFault(effect) ?? offerFault(effect as AhpEffect, capabilities);
    if (fault) return { fault: `effects[${at}]: ${fault}` };
  }
  return { effects: effects as AhpEffect[] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const errorText = (error: unknown): string =>
  isObject(error) ? `${error['code']} ${error['message']}` : show(error);

/** What is wrong with an effect, whoever offers what. */
function shapeFault(effect: unknown): string | undefined {
  if (!isObject(effect)) return `expected an effect, got ${show(effect)}`;
  const { type, ...rest } = effect;
  const name = type === 'flow' ? `flow ${rest['operation']}` : String(type);
  const fields = Object.hasOwn(EFFECT_FIELDS, name) ? EFFECT_FIELDS[name] : undefined;
  if (!fields) return `there is no effect ${show(name)}`;
  const stranger = Object.keys(rest).find((field) => !Object.hasOwn(fields, field));
  if (stranger !== undefined) return `"${type}" has no field "${stranger}"`;
  for (const [field, spec] of Object.entries(fields)) {
    const value = rest[field];
    if (value === undefined && !spec.required) continue;
    const expected =
      value === '' && field !== 'text' ? 'a text that is not empty' : misfit(spec, value);
    const isFree = field === 'value';
    if (expected && !(isFree && value !== undefined))
      return `"${field}": expected ${expected}, got ${show(value)}`;
  }
  return type === 'modify' &&
    (rest['target'] === 'input' || rest['operation'] === 'merge') &&
    !isObject(rest['value'])
    ? `"value": expected an object, got ${show(rest['value'])}`
    : undefined;
}

/** Why the host cannot do it. */
function offerFault(effect: AhpEffect, offered: AhpCapabilities): string | undefined {
  const { type } = effect;
  if (!offered.effects.includes(type)) return `"${type}" was not offered`;
  const isOffered = OFFERED[type]?.(effect as never, offered) ?? true;
  return isOffered ? undefined : `this ${type} was not offered: ${show(effect)}`;
}

const OFFERED: {
  readonly [T in AhpEffect['type']]?: (
    effect: Extract<AhpEffect, { type: T }>,
    offered: AhpCapabilities,
  ) => boolean;
} = {
  modify: ({ target, operation }, { modify }) => modify?.[target]?.[operation] === true,
  flow: ({ operation }, { flow }) =>
    (flow?.operations.includes(operation) ?? false) &&
    (operation === 'stop' || (flow?.remainingContinuations ?? 0) > 0),
  inject: ({ deliverAt }, { inject }) =>
    inject?.context?.append === true && (inject.context.deliverAt?.includes(deliverAt) ?? false),
};
