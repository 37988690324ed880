import type { Explainer, Ruled } from '@wavehooks/agent-sdk';
import type { HookInput, UserText, Verdict } from '@wavehooks/hooks';
import type { OpenOptions } from '@wavehooks/settings';
import { slashed } from './action.ts';
import type { Incoming, Shell } from './incoming.ts';

/** Who says it, where a hook's name would stand. */
const RULES = 'permission rules';

/** The moments before a call; at the question itself only a refusal is an answer. */
const MOMENTS: Readonly<Record<string, readonly Ruled['decision'][]>> = {
  PreToolUse: ['deny', 'ask'],
  PermissionRequest: ['deny'],
};

/**
 * Verdicts with what Wave's permission rules say of the calls, as hooks left them. Rules only make an answer
 * stricter: an allow rule says nothing here, since the agent has rules of its own and asks by them.
 */
export async function underRules(
  verdicts: readonly Verdict[],
  inputs: readonly HookInput[],
  { cwd, shell }: Pick<Incoming, 'cwd' | 'shell'>,
  { projectDir, home, env, settings, only, projectHooks }: OpenOptions,
): Promise<readonly Verdict[]> {
  if (verdicts.every(({ event }) => !Object.hasOwn(MOMENTS, event))) return verdicts;
  const { openExplainer } = await import('@wavehooks/agent-sdk');
  const options = {
    workdir: cwd,
    settingSources: only ? [] : (['user', 'project', 'local'] as const),
    ...(home === undefined ? {} : { home }),
    ...(env === undefined ? {} : { env }),
    ...(settings === undefined ? {} : { settings }),
    ...(projectHooks === undefined ? {} : { projectHooks }),
  };
  const explainer = openExplainer(options, projectDir);
  return verdicts.map((verdict, at) => underRule(verdict, inputs[at], explainer, shell));
}

function underRule(
  verdict: Verdict,
  input: HookInput | undefined,
  explainer: Explainer,
  shell: Shell,
): Verdict {
  const { tool_name, tool_input } = input as unknown as Readonly<Record<string, unknown>>;
  const said = ruled(explainer, String(tool_name), verdict.input ?? tool_input, shell);
  return said && MOMENTS[verdict.event]?.includes(said.decision)
    ? stricter(verdict, said)
    : verdict;
}

/** A call that Wave cannot look at is asked about where a rule names its tool. */
function ruled(
  { ruled: judge, rules }: Explainer,
  tool: string,
  input: unknown,
  shell: Shell,
): Ruled | undefined {
  const given =
    shell === 'sh' ? input : { ...Object(input), command: slashed(`${Object(input).command}`) };
  for (const one of [given, needed(tool, given)]) {
    try {
      const said = judge({ tool, input: one });
      if (said || shell === 'sh') return said;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  const rule = [...rules.deny, ...rules.ask].find((one) => one.split('(')[0] === tool);
  if (rule === undefined) return undefined;
  const decision = rules.deny.includes(tool) ? 'deny' : 'ask';
  return { decision, why: `Wave cannot read this call, and the rule ${rule} might apply` };
}

/** What rules go by. Other agents send more parameters, and Wave's tools take no unknown ones. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Bash: { command: '' },
  Read: { file_path: '' },
  Write: { file_path: '', content: '' },
  Edit: { file_path: '', old_string: '', new_string: ' ' },
  NotebookEdit: { notebook_path: '', new_source: '' },
  Glob: { pattern: '', path: '.' },
  Grep: { pattern: '', path: '.' },
  WebFetch: { url: '', prompt: '' },
};

function needed(tool: string, input: unknown): unknown {
  const fields = Object.hasOwn(NEEDED, tool) ? (NEEDED[tool] ?? {}) : {};
  const given = Object(input) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, given[name] ?? value]),
  );
}

/** Halt and block stay; an allow does not cover what a rule wants a question for. */
function stricter(verdict: Verdict, { decision, why }: Ruled): Verdict {
  if (verdict.decision === 'halt' || verdict.decision === 'block') return verdict;
  if (decision === 'ask') {
    const asked = { text: why, tone: 'info', hook: RULES } as const;
    if (verdict.decision === 'ask') return verdict;
    const kept = verdict.toUser.filter((one) => !isReason(one, verdict));
    return { ...verdict, decision, decidedBy: [RULES], toUser: [...kept, asked] };
  }
  const { input: _, ...rest } = verdict;
  const text = `A permission rule denies this call (${why}). Do not try to achieve the same in another way.`;
  return {
    ...rest,
    decision: 'block',
    decidedBy: [RULES],
    rewrittenBy: [],
    toAgent: [{ text, hook: RULES }],
    context: [],
  };
}

/** Why something was allowed that is not: nobody needs to hear it. */
const isReason = ({ hook, tone }: UserText, { decidedBy }: Verdict): boolean =>
  tone === 'info' && decidedBy.includes(hook);
