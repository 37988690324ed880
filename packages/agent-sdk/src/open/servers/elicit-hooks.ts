import type { Verdict } from '@wavehooks/hooks';
import type { Fire } from '../../hooks/fire.ts';
import type { Pending } from '../../hooks/pending.ts';
import type { NoticeType } from '../../hooks/session-moments.ts';
import type { ElicitAnswer, Elicitation } from '../../mcp/asked/elicitation.ts';
import type { FormValue } from '../../mcp/asked/elicitation-form.ts';

export interface ElicitHooks {
  readonly fire: Fire;
  readonly tell: (verdict: Verdict) => void;
  readonly pending: Pending;
  readonly notify: (type: NoticeType, message: string) => void;
  /** Ends the turn. */
  readonly halt: (by: Verdict) => void;
}

type Ask = (asked: Elicitation, signal: AbortSignal) => Promise<ElicitAnswer>;

/** The question of a server: hooks may answer it in the user's place, and see what the user answered. */
export async function elicitWithHooks(
  asked: Elicitation,
  ask: Ask | undefined,
  hooks: ElicitHooks,
  signal: AbortSignal,
): Promise<ElicitAnswer> {
  const about = {
    mcp_server_name: asked.server,
    mode: asked.mode,
    ...(asked.id === undefined ? {} : { elicitation_id: asked.id }),
  };
  const before = await hooks.fire(
    'Elicitation',
    {
      ...about,
      message: asked.message,
      ...(asked.mode === 'url' ? { url: asked.url } : {}),
      ...(asked.mode === 'form' ? { requested_schema: asked.schema } : {}),
    },
    signal,
  );
  const said = heard(before, hooks, undefined);
  if (said) return said;
  if (!ask) return { action: 'decline', why: 'nobody can be asked here' };
  hooks.notify('elicitation_dialog', `The MCP server "${asked.server}" asks: ${asked.message}`);
  const answer = await ask(asked, signal);
  const content = answer.action === 'accept' ? answer.content : undefined;
  const after = await hooks.fire(
    'ElicitationResult',
    { ...about, action: answer.action, ...(content ? { content: { ...content } } : {}) },
    signal,
  );
  return heard(after, hooks, answer) ?? answer;
}

/** What hooks make of it; undefined leaves it to whoever comes next. */
function heard(
  verdict: Verdict,
  { tell, pending, halt }: ElicitHooks,
  answer: ElicitAnswer | undefined,
): ElicitAnswer | undefined {
  tell(verdict);
  pending.add(verdict);
  const given = verdict.content as Record<string, FormValue> | undefined;
  if (verdict.decision === 'halt') halt(verdict);
  if (verdict.decision === 'halt' || verdict.decision === 'block')
    return { action: 'decline', why: `a hook said no (${verdict.decidedBy.join(', ')})` };
  const own = answer?.action === 'accept' ? answer.content : undefined;
  const content = given ?? own;
  const isAccepted = verdict.decision === 'allow' || (given && answer?.action === 'accept');
  return isAccepted ? { action: 'accept', ...(content ? { content } : {}) } : undefined;
}
