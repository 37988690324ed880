import {
  IssuerMismatchError,
  OAuthError,
  OAuthErrorCode,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../base/error-text.ts';
import { Aborted } from '../../base/wait.ts';
import { LoginRefused } from '../web/login-fetch.ts';

/** What went wrong with a login, for the user. Answers of login servers can hold secrets: none is repeated whole. */
export function faultOf(error: unknown): string {
  if (error instanceof LoginRefused) return error.message;
  if (error instanceof Aborted) return 'nobody logged in in time';
  if (error instanceof IssuerMismatchError)
    return 'the login server that its metadata names says that it is another one';
  if (error instanceof RegistrationRejectedError)
    return `its login server did not register Wave (HTTP ${error.status})`;
  if (error instanceof OAuthError)
    return error.code === OAuthErrorCode.ServerError
      ? 'its login server answered with an error'
      : `its login server refused: ${String(error.code).slice(0, 100)}`;
  if (error instanceof SyntaxError || (error as Error)?.name === 'ZodError')
    return 'its login server answered with something that is no such document';
  const { cause } = error as { cause?: unknown };
  const text = messageOf(error).slice(0, 300);
  return cause === undefined ? text : `${text} (${messageOf(cause).slice(0, 200)})`;
}
