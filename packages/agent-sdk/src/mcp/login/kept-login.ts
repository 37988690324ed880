import * as z from 'zod';
import { once } from '../../base/once.ts';

const client = () =>
  z.object({
    client_id: z.string(),
    client_secret: z.string().optional(),
    token_endpoint_auth_method: z.string().optional(),
    /** Some login servers compare it letter by letter, so it is used again. */
    redirectUrl: z.string(),
  });

const tokens = () =>
  z.object({
    access_token: z.string(),
    refresh_token: z.string().optional(),
    /** What was asked for, where the login server does not say what it gave. */
    scope: z.string().optional(),
    /** Who they were given to. */
    client_id: z.string(),
  });

/** What is kept of a login. It belongs to one server's address and to one login server. */
export const keptLogin = once(() =>
  z.object({ issuer: z.string(), client: client().optional(), tokens: tokens().optional() }),
);

export type KeptLogin = z.infer<ReturnType<typeof keptLogin>>;
export type KeptClient = z.infer<ReturnType<typeof client>>;
export type KeptTokens = z.infer<ReturnType<typeof tokens>>;

/** Where logins are kept, by the address of their server. */
export interface LoginStore {
  read(server: URL): Promise<KeptLogin | undefined>;
  /** Undefined removes it. */
  write(server: URL, kept: KeptLogin | undefined): Promise<void>;
  /** Runs `work` while no other process refreshes the same login. */
  alone<T>(server: URL, work: () => Promise<T>): Promise<T>;
}

/** By the whole address, never by a name: a name can be given to another server. */
export function loginKey(server: URL): string {
  const url = new URL(server);
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}
