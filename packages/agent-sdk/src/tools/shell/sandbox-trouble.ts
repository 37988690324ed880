import type { BoxProfile } from '@wavehooks/process/sandbox';

/** What programs print where a sandbox may be what they ran into: a table. */
const SIGNS: readonly { readonly form: RegExp; readonly what: string }[] = [
  { form: /^bwrap: /m, what: 'the sandbox itself could not be set up' },
  { form: /wave: the sandbox could not limit/, what: 'a limit of the sandbox could not be set' },
  {
    form: /Read-only file system|EROFS|read-only filesystem/i,
    what: 'it wrote where the sandbox lets nothing be written',
  },
  {
    form: /Network is unreachable|ENETUNREACH|Could not resolve|Temporary failure in name resolution|Name or service not known|EAI_AGAIN|ENOTFOUND|No route to host|EHOSTUNREACH|Couldn't connect to server|nodename nor servname/i,
    what: 'it looked for the network, which the sandbox keeps from it',
  },
  {
    form: /CONNECT tunnel failed, response 403|Received HTTP code 403 from proxy|Wave's sandbox lets no command reach|Tunnel connection failed: 403/,
    what: 'it asked for a host that the sandbox does not let through',
  },
  {
    form: /Permission denied|EACCES/i,
    what: 'something was denied to it; the sandbox hides keys and private files',
  },
  {
    form: /error while loading shared libraries|bad interpreter|cannot execute|^(\/usr\/bin\/)?env: /m,
    what: 'a part of the program is not shown to it',
  },
  {
    form: /Operation not permitted|EPERM|must be superuser/i,
    what: 'it tried what the sandbox permits nobody',
  },
  {
    form: /Bad system call|SIGSYS/,
    what: 'it is made for another processor (32-bit programs do not run in the sandbox)',
  },
  {
    form: /File size limit exceeded|File too large|EFBIG/i,
    what: 'it wrote a file larger than the sandbox allows',
  },
  {
    form: /Cannot fork|fork: retry|Resource temporarily unavailable|EAGAIN|Cannot allocate memory|ENOMEM|out of memory|MemoryError/i,
    what: 'it ran out of processes or memory, which the sandbox may bound',
  },
];

/** How much of an output is looked at: reasons stand at its end. */
const LOOKED_AT = 20_000;

/** Why a command that failed may have failed because of its sandbox; undefined where nothing says so. */
export function troubleOf(output: string, refused: readonly string[]): string | undefined {
  const text = output.slice(-LOOKED_AT);
  const signs = SIGNS.filter(({ form }) => form.test(text)).map(({ what }) => what);
  const hosts =
    refused.length === 0 ? [] : [`the sandbox refused ${[...new Set(refused)].join(', ')}`];
  const all = [...hosts, ...signs].slice(0, 2);
  return all.length === 0 ? undefined : all.join('; ');
}

/** For the agent: what may be the reason, and what it can do. */
export const troubleToAgent = (profile: BoxProfile, why: string): string => TO_AGENT[profile](why);

const LEAVE =
  'If it has to run outside, call Bash again with outside_sandbox set to the reason; the user is asked.';

const TO_AGENT: Readonly<Record<BoxProfile, (why: string) => string>> = {
  isolated: (why) =>
    `This ran where only the project and the programs can be read, which may be why it failed: ${why}. ${LEAVE}`,
  'read-only': (why) => `This ran in the read-only sandbox, which may be why it failed: ${why}.`,
  workspace: (why) =>
    `This ran in the sandbox, which may be why it failed: ${why}. Inside, only the project and /tmp can be written, keys cannot be read, and there is no network but what the user's settings name. ${LEAVE}`,
};

export const troubleToUser = (why: string): string =>
  `The command failed inside the sandbox, which may be the reason: ${why}.`;
