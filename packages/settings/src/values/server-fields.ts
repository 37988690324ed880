import { type Fields, optional } from '@wavehooks/hooks/vocabulary';

/** What a server in `mcpServers` can hold: a program to start, or an address to talk to. */
export const SERVER_FIELDS = {
  type: optional('text', 'how Wave connects; by default it follows from `command` or `url`', [
    'stdio',
    'http',
    'streamable-http',
    'sse',
  ]),
  command: optional('text', 'the program to start'),
  args: optional('anything', 'its arguments, a list of texts'),
  env: optional('object', 'environment variables it gets in addition to the usual few'),
  cwd: optional(
    'text',
    "the directory it starts in, relative to the project's root; the root by default",
  ),
  url: optional('text', 'the address of a server that runs already'),
  headers: optional('object', 'headers of every request to it'),
  timeout: optional('number', 'seconds that one call may take; 120 by default, at most 3600'),
  startTimeout: optional('number', 'seconds until it must be ready; 30 by default, at most 600'),
  oauth: optional('object', 'how Wave logs in to it, where the server does not tell all of it'),
  sampling: optional(
    'flag',
    'true lets it ask your model, each time with your consent; false by default',
  ),
  enabled: optional('flag', 'false switches it off'),
  sandbox: optional('flag', 'true: a program runs in the sandbox, with the profile `workspace`'),
} as const satisfies Fields;

/** What a server's `oauth` can hold. Most servers need nothing of it: Wave registers itself. */
export const OAUTH_FIELDS = {
  clientId: optional('text', 'the id of a client that you registered'),
  clientSecret: optional('text', 'its secret; write `${NAME}`, so that no file holds it'),
  privateKey: optional('text', 'its private key (PEM), for servers that want a signed assertion'),
  clientIdUrl: optional(
    'text',
    'the https address of a client id metadata document, used where the login server takes one',
  ),
  issuer: optional(
    'text',
    'the login server that your client belongs to; Wave logs in nowhere else',
  ),
  scopes: optional(
    'text',
    'what to ask for, separated by spaces; by default what the server asks for',
  ),
  grant: optional('text', 'how tokens are given; `authorization_code` by default', [
    'authorization_code',
    'client_credentials',
  ]),
  callbackPort: optional(
    'number',
    'the port on 127.0.0.1 that the browser is sent back to; by default any free one',
  ),
} as const satisfies Fields;
