import { connect, type Dial } from '../connection/connection.ts';
import type { Connection, NeedsLogin } from '../connection/connection-types.ts';
import { readList, type ToolList } from './read-list.ts';
import type { Refused } from './with-login.ts';

/** What came of an attempt to start a server and to learn its tools. */
export type Reached =
  | { readonly is: 'reached'; readonly connection: Connection; readonly listed: ToolList }
  /** `login`: a login would help. */
  | { readonly is: 'failed'; readonly reason: string; readonly login?: boolean | undefined };

/** Does something that a server may want a login for. */
export type LoggedIn = <T>(attempt: () => Promise<T | NeedsLogin>) => Promise<T | Refused>;

export async function reach(dial: Dial, loggedIn: LoggedIn): Promise<Reached> {
  const connection = await loggedIn(() => connect(dial));
  if (typeof connection === 'string') return failed(connection);
  if ('ok' in connection) return failed(connection.text, connection.login);
  const listed = await loggedIn(() =>
    readList(connection, 'tools', dial.spec.startMs, dial.signal),
  );
  if ('entries' in listed) return { is: 'reached', connection, listed };
  await connection.close();
  return 'ok' in listed ? failed(listed.text, listed.login) : failed(listed.failed);
}

const failed = (reason: string, login?: boolean): Reached => ({ is: 'failed', reason, login });
