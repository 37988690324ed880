import { relative, resolve } from 'node:path';
import type { Verdict } from '@wavehooks/hooks';
import { show } from '@wavehooks/hooks/vocabulary';
import { realPath } from '../files/paths.ts';
import { answerOf, type ReadAlways } from './answer-of.ts';
import type { ConfirmRequest } from './confirm.ts';
import type { Look } from './facts/facts.ts';
import type { Asked, GateAnswer, Kept } from './gate-types.ts';
import { readRule } from './rules/parse-rule.ts';
import type { Scope } from './suggestion.ts';

/** What the user answers; nothing runs that was not answered for. */
export async function askUser(asked: Asked): Promise<GateAnswer> {
  const { request, look, now, confirm } = asked;
  const { by, why } = now;
  const { tool, call, input, original, verdict, signal, agent } = request;
  if (signal.aborted) return { is: 'refused', who: 'nobody', text: 'Interrupted.', why: '' };
  request.onAsk?.();
  const { exact, suggestions } = asked.offer();
  const answer = await answerOf(confirm, {
    tool: tool.name,
    call,
    input,
    ...(original ? { original } : {}),
    ...linksOf(look),
    ...(why === undefined ? askerOf(verdict, by) : { by }),
    ...(agent ? { agent } : {}),
    ...(exact === undefined ? {} : { rule: exact }),
    suggestions,
    reasons: [
      ...(why === undefined ? [] : [why]),
      ...verdict.toUser.filter(({ tone }) => tone === 'info').map(({ text }) => text),
    ],
    signal,
  });
  if (answer instanceof Error)
    return {
      is: 'refused',
      who: 'rule',
      why: `Wave could not ask the user (${answer.message})`,
      text: 'Wave could not ask the user about this call.',
      tone: 'error',
    };
  if (answer.answer !== 'no' && tool.onlyUser) {
    asked.grant({ mode: (answer.answer === 'yes' && answer.mode) || 'default' });
    return { is: 'allowed' };
  }
  if (answer.answer === 'always') return remember(answer, asked);
  if (answer.answer === 'yes') return { is: 'allowed' };
  const word = answer.message?.trim();
  const text =
    tool.onlyUser?.declined(word) ?? `The user declined this call${word ? `: ${word}` : '.'}`;
  return { is: 'refused', who: 'user', text, why: 'the user said no' };
}

/** What is asked about is the file, not its name. */
function linksOf({ files, place: { projectDir } }: Look): Pick<ConfirmRequest, 'links'> {
  const root = realPath(projectDir) ?? projectDir;
  const links = files
    .filter(({ path, real }) => ![path, resolve(root, relative(projectDir, path))].includes(real))
    .map(({ path, real, inside }) => ({ path, real, inside }));
  return links.length === 0 ? {} : { links };
}

/** Wave does not keep a rule that means nothing, and says so. */
async function remember(always: ReadAlways, { grant, keeper }: Asked): Promise<GateAnswer> {
  const { mode, scope = 'session' } = always;
  const fault = faultOf(always, keeper.scopes);
  if (fault !== undefined) return { is: 'allowed', fault: `${fault}. The call runs this once.` };
  if (mode === undefined) {
    const kept: Kept[] = [];
    for (const given of rulesIn(always))
      kept.push(await keeper.keep(readRule(given).rule, scope as Scope));
    const fault = kept.find((one) => 'fault' in one);
    const told = kept.flatMap((one) => ('told' in one ? [one.told] : [])).join('\n');
    return { is: 'allowed', ...(fault ?? (told === '' ? {} : { told })) };
  }
  grant({ mode: 'acceptEdits' });
  return { is: 'allowed' };
}

const rulesIn = ({ rule, also = [] }: ReadAlways): readonly unknown[] => [
  rule,
  ...(Array.isArray(also) ? also : [also]),
];

/** What an `always` says that means nothing. */
function faultOf(always: ReadAlways, scopes: readonly Scope[]): string | undefined {
  const { rule, mode, scope } = always;
  const said = 'confirm answered "always" with the';
  if (mode !== undefined && (mode !== 'acceptEdits' || rule !== undefined))
    return `${said} mode ${show(mode)}, which was not set: expected "acceptEdits" and no rule beside it`;
  const known = mode === undefined ? scopes : (['session'] as const);
  if (scope !== undefined && !known.some((one) => one === scope))
    return `${said} scope ${show(scope)}, so nothing was kept: expected one of ${known.join(', ')}`;
  const wrong =
    mode === undefined ? rulesIn(always).find((one) => readRule(one).fault !== undefined) : rule;
  const fault = mode === undefined ? readRule(wrong ?? rule).fault : undefined;
  return fault && `${said} rule ${show(wrong)}, which was not kept: ${fault}`;
}

/** Which hooks want the user asked; `by` where a rule or the mode does. */
function askerOf(
  { decision, decidedBy }: Verdict,
  by: string,
): Pick<ConfirmRequest, 'by' | 'hooks'> {
  const hooks = [...new Set(decidedBy)];
  if (decision !== 'ask' || hooks.length === 0) return { by };
  return { by: `${hooks.length === 1 ? 'the hook' : 'the hooks'} ${hooks.join(', ')}`, hooks };
}
