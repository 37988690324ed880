import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Surroundings } from '../config/read-server.ts';
import type { ServerSpec } from '../config/server-spec.ts';
import type { Tell } from '../config/tell.ts';
import type { AskedOfUs } from '../connection/asked-of-us.ts';
import type { AskHost } from './ask-host.ts';
import { elicitFor } from './elicit-for.ts';
import { logFor } from './log-for.ts';
import { sampleFor } from './sample-for.ts';

/** What one server may ask of us, in bounds. */
export function askedBy(
  server: string,
  spec: ServerSpec,
  host: AskHost & Surroundings,
  tell: Tell,
): AskedOfUs {
  const { roots = () => [host.projectDir] } = host;
  return {
    elicit: elicitFor(server, host.elicit, tell),
    sample: spec.sampling ? sampleFor(server, host.sample, tell) : undefined,
    roots: () => roots().map((dir) => ({ uri: pathToFileURL(dir).href, name: basename(dir) })),
    logged: logFor(tell),
    updated: () => {},
  };
}
