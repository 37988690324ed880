import type { Verdict } from '@wavehooks/hooks';
import { fireOnce } from '../../hooks/event/fire-once.ts';
import { asCall, type Call, explainerOf, type Serving } from './serving.ts';

/** What hooks and rules make of a call, in the order of an agent. */
export async function checkCall(call: Call, serving: Serving) {
  const { options, io, signal } = serving;
  const explainer = explainerOf(serving);
  // What is no call is refused before a hook sees it.
  const asked = explainer.explain(asCall(call));
  const fired = await fireOnce(options, { ...io, signal }, async () => ({
    hook_event_name: 'PreToolUse',
    tool_name: call.tool,
    tool_input: call.input,
    cwd: io.cwd,
    permission_mode: asked.mode,
  }));
  fired.end();
  await fired.close();
  const { verdict } = fired;
  const input = verdict.input ?? call.input;
  const { decision, why, rule } = explainer.explain({
    ...asCall({ ...call, input }),
    verdict: verdict.decision,
  });
  return {
    decision,
    why: whyOf(verdict, why),
    ...(rule === null ? {} : { rule }),
    ...(verdict.input ? { input: verdict.input } : {}),
    hooks: {
      decision: verdict.decision,
      decidedBy: verdict.decidedBy,
      rewrittenBy: verdict.rewrittenBy,
    },
    context: verdict.context.map(({ text }) => text),
    toUser: [...fired.toUser, ...verdict.toUser].map(({ text, tone, hook }) => ({
      text,
      tone,
      hook,
    })),
  };
}

/** Hooks say it better than the table, where it is they who decide. */
function whyOf({ decision, toAgent, stopReason }: Verdict, why: string): string {
  const said = decision === 'halt' ? [stopReason ?? ''] : toAgent.map(({ text }) => text);
  const isTheirs = decision === 'block' || decision === 'halt';
  return isTheirs && said.some((text) => text !== '') ? said.join('\n') : why;
}
