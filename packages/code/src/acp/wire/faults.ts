import { RequestError } from '@agentclientprotocol/sdk';
import { SessionBusy } from '@wavehooks/agent-sdk';

/** What went wrong, as a JSON-RPC error whose text a user can act on. */
export function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof SessionBusy)
    return new RequestError(-32600, `${error.message}. End it there first.`, { pid: error.pid });
  if (error instanceof TypeError) return invalid(error.message);
  return new RequestError(-32603, error instanceof Error ? error.message : String(error));
}

export const invalid = (text: string): RequestError => RequestError.invalidParams(undefined, text);
