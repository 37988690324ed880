import { makeRedactor } from '@wavehooks/settings/log';
import { guardedStream } from './claude-stream.ts';
import { runProgram } from './contained.ts';
import { followLines } from './follow-lines.ts';
import { promptText, systemText } from './prompt.ts';
import type { Reviewer, ReviewRequest, Said } from './reviewer.ts';

const MAX_TURNS = 30;
const READING = ['Read', 'Glob', 'Grep'];

/** Without these, a version of `claude` cannot be held to reading. */
export const NEEDED: readonly string[] = ['--tools', '--strict-mcp-config', '--fork-session'];
/** Without it, each review leaves a session behind. */
export const UNKEPT = '--no-session-persistence';
const TOO_OLD = `claude exited 1: error: unknown option '${UNKEPT}'`;

/** The `claude` command on a fork of the session: it knows the conversation, which stays as it is. */
export const claudeReviewer: Reviewer = async (request, signal) => {
  const { sessionId } = request.input;
  // An id that looks like an option would be one.
  if (!/^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/.test(sessionId))
    return {
      broken: 'the claude reviewer needs a session id of Claude Code: letters, digits, "-"',
    };
  const tools = request.isAway ? [] : READING;
  const args = argsFor(sessionId, tools, request);
  const said = await run([...args, UNKEPT], tools, request, signal);
  // Options are read before anything is done, so asking again is cheap, and nothing has happened twice.
  const isOld = 'broken' in said && said.broken.startsWith(TOO_OLD);
  return isOld ? run(args, tools, request, signal) : said;
};

async function run(
  args: readonly string[],
  tools: readonly string[],
  request: ReviewRequest,
  signal: AbortSignal,
): Promise<Said> {
  const stream = guardedStream(tools, makeRedactor(request.env));
  const stdin = promptText(request, true);
  const follow = followLines(stream.take);
  const ran = await runProgram(
    { name: 'claude', file: 'claude', args, stdin, follow },
    // Hooks have it, and with it set `claude` refuses to start.
    { ...request, env: { ...request.env, CLAUDECODE: undefined } },
    signal,
  );
  const said = stream.said();
  if (said && ('broken' in said || !('broken' in ran))) return said;
  return 'broken' in ran ? ran : { broken: 'claude ended without a result' };
}

/** Tried with Claude Code itself: docs/supervisor.md says which versions. */
const argsFor = (sessionId: string, tools: readonly string[], request: ReviewRequest): string[] => [
  '-p',
  '--resume',
  sessionId,
  '--fork-session',
  '--output-format',
  'stream-json',
  '--verbose',
  '--append-system-prompt',
  systemText(request),
  // What exists, not what is allowed: to allow Read would open every file. Those of the project are
  // read unasked. Whoever denies tools by name misses those of the next version.
  '--tools',
  tools.join(','),
  // Servers of the user or the project: it names none, so there are none.
  '--strict-mcp-config',
  // Whatever mode the user's settings name.
  '--permission-mode',
  'default',
  '--max-turns',
  String(MAX_TURNS),
  '--settings',
  JSON.stringify(SETTINGS),
  ...(request.model === undefined ? [] : ['--model', request.model]),
];

/** Without the search, a fork also tells its model of these tools only, not of those of its session. */
const SETTINGS = { disableAllHooks: true, env: { ENABLE_TOOL_SEARCH: 'false' } };
