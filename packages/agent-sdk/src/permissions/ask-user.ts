import { relative, resolve } from 'node:path';
import type { Verdict } from '@wavehooks/hooks';
import { show } from '@wavehooks/hooks/vocabulary';
import { realPath } from '../files/paths.ts';
import { answerOf } from './answer-of.ts';
import type { ConfirmRequest } from './confirm.ts';
import type { Look } from './facts/facts.ts';
import type { Asked, GateAnswer } from './gate-types.ts';
import { readRule } from './rules/parse-rule.ts';

/** What the user answers; nothing runs that was not answered for. */
export async function askUser(asked: Asked): Promise<GateAnswer> {
  const { request, look, now, confirm, grant } = asked;
  const { by, why } = now;
  const { tool, call, input, original, verdict, signal, agent } = request;
  if (signal.aborted) return { is: 'refused', who: 'nobody', text: 'Interrupted.', why: '' };
  request.onAsk?.();
  const rule = asked.rule();
  const answer = await answerOf(confirm, {
    tool: tool.name,
    call,
    input,
    ...(original ? { original } : {}),
    ...linksOf(look),
    ...(why === undefined ? askerOf(verdict, by) : { by }),
    ...(agent ? { agent } : {}),
    ...(rule === undefined ? {} : { rule }),
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
  if (answer.answer !== 'no' && tool.onlyUser)
    grant({ mode: (answer.answer === 'yes' && answer.mode) || 'default' });
  if (answer.answer === 'always') return remember(answer.rule, grant);
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
function remember(given: unknown, grant: Asked['grant']): GateAnswer {
  const { rule, fault } = readRule(given);
  if (fault === undefined) {
    grant({ rules: { allow: [rule] } });
    return { is: 'allowed' };
  }
  return {
    is: 'allowed',
    fault: `confirm answered "always" with the rule ${show(given)}, which was not kept: ${fault}. The call runs this once.`,
  };
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
