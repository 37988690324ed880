import { homedir } from 'node:os';
import { openExplainer } from '@wavehooks/agent-sdk';
import { toEvent } from '@wavehooks/hook-kit/testing';
import type { HookInput, Verdict } from '@wavehooks/hooks';
import type { Io } from '../cli/command.ts';
import { fireAll } from '../hooks/event/fire-once.ts';
import type { Call, Moment } from './build/trace.ts';
import { readContents, readRecords, readTrace, type Traced } from './read-session.ts';

/** What the settings of today make of an event, as JSON. Its hooks really run, as with `wave hooks run`. */
export async function whatIf(
  id: string,
  traced: Traced,
  io: Pick<Io, 'err'>,
  signal: AbortSignal,
): Promise<string> {
  const records = readRecords();
  const span = readTrace({ ...traced, withContent: false }, records).spans.find(
    (one): one is Call | Moment => one.id === id && (one.is === 'call' || one.is === 'moment'),
  );
  if (!span) return 'There is no such call or event in this session.';
  const input = inputOf(span, traced, records);
  if (typeof input === 'string') return input;
  const { projectDir } = traced;
  const { verdicts, toUser, close } = await fireAll(
    { projectDir, home: homedir(), projectHooks: 'approved' },
    { cwd: projectDir, err: io.err, signal },
    async () => [input],
  );
  await close();
  const [verdict] = verdicts;
  const permission =
    span.is === 'call' && verdict ? permissionOf(span, input, verdict, traced) : {};
  return JSON.stringify(
    { ...verdict, toUser: [...toUser, ...(verdict?.toUser ?? [])], ...permission },
    null,
    2,
  );
}

/** The event as it was; a text says why it cannot be had. */
function inputOf(
  span: Call | Moment,
  traced: Traced,
  records: ReturnType<typeof readRecords>,
): HookInput | string {
  const content = readContents(traced, records).get(span.lane === 'main' ? '' : span.lane);
  // A session of its own: what is tried is no part of what happened.
  const common = { cwd: traced.projectDir, session_id: 'what-if' };
  if (span.is === 'call') {
    const block = content?.calls.get(span.call);
    if (!block) return 'The transcript of this session has no such call.';
    const sent = block.original ?? block.parameters;
    return toEvent({ ...common, tool: span.tool, input: { ...sent } });
  }
  if (span.event !== 'UserPromptSubmit')
    return toEvent({ ...common, event: span.event, ...span.example });
  const end = Date.parse(readTrace(traced, records).began) + span.at;
  const prompt = content?.prompts.find(({ at }) => at >= end - 1);
  return prompt
    ? toEvent({ ...common, event: 'UserPromptSubmit', prompt: prompt.text })
    : 'The transcript of this session has no such prompt.';
}

/** What the rules of today say of a call that its hooks let pass. */
function permissionOf(
  { tool }: Call,
  input: HookInput,
  verdict: Verdict,
  { projectDir }: Traced,
): { readonly permission?: unknown } {
  try {
    const options = { workdir: projectDir, settingSources: ['user', 'project', 'local'] as const };
    const { explain } = openExplainer(options);
    const given = verdict.input ?? (input as { tool_input?: unknown }).tool_input;
    const { decision, row, why, rule } = explain({ tool, input: given, verdict: verdict.decision });
    return { permission: { decision, row, why, rule } };
  } catch (error) {
    // A tool of a server that is not here now has no rules to look at.
    if (error instanceof TypeError) return {};
    throw error;
  }
}
