import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../base/error-text.ts';
import type { Challenge } from '../login/challenge.ts';
import type { NeedsLogin } from './connection-types.ts';
import { type Line, reasonOf } from './line.ts';

export const needsLogin = (text: string, challenge: Challenge): NeedsLogin => ({
  ok: false,
  is: 'login',
  text,
  challenge,
});

export function kindOf(error: unknown, timeoutMs: number, line: Line) {
  const text = messageOf(error);
  const code = error instanceof SdkError ? error.code : undefined;
  if (error instanceof ProtocolError) return { is: 'refused', text } as const;
  if (code === SdkErrorCode.RequestTimeout)
    return { is: 'timeout', text: lateText(timeoutMs) } as const;
  if (code === SdkErrorCode.InvalidResult) return { is: 'invalid', text } as const;
  return { is: 'broken', text: reasonOf(line, `${causeOf(error)}${keyHint(error)}`) } as const;
}

export const lateText = (timeoutMs: number) => `it did not answer within ${timeoutMs / 1000} s`;

/** The library's errors carry it in one of two places. */
export function statusOf(error: unknown): number | undefined {
  const { data, code } = error as { data?: { status?: unknown }; code?: unknown };
  const status = data?.status ?? code;
  return typeof status === 'number' ? status : undefined;
}

/** The library wraps what happened: the server's own words, or why fetch failed, stand behind the error. */
export function causeOf(error: unknown): string {
  const { cause, data } = error as Error & { data?: { status?: unknown; text?: unknown } };
  if (isNegotiation(error) && cause !== undefined) return causeOf(cause);
  const said = typeof data?.text === 'string' ? data.text.trim() : '';
  const text = (said || messageOf(error)).slice(0, MAX_REASON_CHARS);
  const status = typeof data?.status === 'number' ? `HTTP ${data.status}: ` : '';
  return `${status}${text}${cause === undefined ? '' : ` (${messageOf(cause)})`}`;
}

const isNegotiation = (error: unknown) =>
  error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;

export const keyHint = (error: unknown): string =>
  isRefusal(error) ? '; "headers" can hold a key' : '';

/** What went wrong can be a whole page. */
const MAX_REASON_CHARS = 500;

/** Whether a login may be what is missing. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error);
  return (
    error instanceof InsufficientScopeError ||
    status === 401 ||
    status === 403 ||
    /\bHTTP 40[13]\b/.test(messageOf(error))
  );
};
