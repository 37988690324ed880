import { makeRedactor, type Redactor } from 'wave-hooks';
import { shortened } from '../cli/text.ts';
import { promptText, systemText } from '../review/prompt.ts';
import { runProgram } from './contained.ts';
import type { Reviewer, ReviewRequest, Said } from './reviewer.ts';

const MAX_TURNS = 30;
const FORBIDDEN =
  'Bash,Edit,MultiEdit,Write,NotebookEdit,Task,Agent,WebFetch,WebSearch,AskUserQuestion';
const READING = 'Read,Grep,Glob';

/** The `claude` command on a fork of the session: it knows the conversation, which stays as it is. */
export const claudeReviewer: Reviewer = async (request, signal) => {
  const { sessionId } = request.input;
  // An id that looks like an option would be one.
  if (!/^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/.test(sessionId))
    return {
      broken: 'the claude reviewer needs a session id of Claude Code: letters, digits, "-"',
    };
  const said = await runProgram(
    {
      name: 'claude',
      file: 'claude',
      args: argsFor(sessionId, request),
      stdin: promptText(request, true),
    },
    request,
    signal,
  );
  return 'broken' in said ? said : resultOf(said.text, makeRedactor(request.env));
};

const argsFor = (sessionId: string, request: ReviewRequest): string[] => [
  '-p',
  '--resume',
  sessionId,
  '--fork-session',
  '--output-format',
  'json',
  '--append-system-prompt',
  systemText(request),
  // None is allowed by name: that would open every file. Those of the project are read unasked.
  '--disallowedTools',
  request.isAway ? `${FORBIDDEN},${READING}` : FORBIDDEN,
  // Whatever mode the user's settings name.
  '--permission-mode',
  'default',
  '--max-turns',
  String(MAX_TURNS),
  '--settings',
  '{"disableAllHooks":true}',
  ...(request.model === undefined ? [] : ['--model', request.model]),
];

/** It wraps what the model said into a report of the run. */
function resultOf(text: string, redact: Redactor): Said {
  try {
    const report = JSON.parse(text) as { is_error?: unknown; result?: unknown };
    if (report.is_error === true)
      return {
        broken: `claude reported an error: ${shortened(redact(String(report.result)), 300)}`,
      };
    return typeof report.result === 'string' ? { text: report.result } : { text };
  } catch {
    // Not the report that was asked for: the answer may stand in it all the same.
    return { text };
  }
}
