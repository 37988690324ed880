import type { Call, Candidate, HookRun, Moment } from '../src/trace/build/trace.ts';

/** A file for `wave hooks test` that expects what happened; undefined where the content is not there. */
export function scenarioOf(
  span: Call | Moment,
  runs: readonly HookRun[],
  idle: readonly Candidate[],
  project?: string,
): { readonly file: string; readonly text: string } | undefined {
  const event = eventOf(span);
  if (!event) return undefined;
  const name = `${span.is === 'call' ? span.tool : span.event} at ${Math.round(span.at)} ms`;
  const asked = runs.filter((run) => span.is === 'moment' || run.event === 'PreToolUse');
  const decision = asked.length === 0 ? 'none' : (span.verdict ?? 'none');
  const scenario = {
    settings: settingsOf(asked, idle, project),
    scenarios: [{ name, ...event, expect: { decision } }],
  };
  const file = `${name.replace(/[^\w]+/g, '-').toLowerCase()}.scenario.json`;
  return { file, text: `${JSON.stringify(scenario, null, 2)}\n` };
}

function eventOf(span: Call | Moment): object | undefined {
  if (span.is === 'call')
    return span.sent === undefined ? undefined : { tool: span.tool, input: span.sent };
  if (span.event !== 'UserPromptSubmit')
    return { event: span.event, ...(span.example ? { fields: span.example } : {}) };
  return span.text === undefined ? undefined : { event: span.event, prompt: span.text };
}

/** The file of the hook that decided, else of the first that ran or was set up, as seen from the project's root. */
function settingsOf(
  runs: readonly HookRun[],
  idle: readonly Candidate[],
  project: string | undefined,
): string {
  const hook = runs.find(({ decision }) => decision !== 'none') ?? runs[0] ?? idle[0];
  const file = hook?.source.replace(/:\d+$/, '') ?? '.wave/settings.json';
  return project !== undefined && file.startsWith(`${project}/`)
    ? file.slice(project.length + 1)
    : file;
}
