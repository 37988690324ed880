import { ANSWER_FORMAT } from './instructions.ts';
import type { ReviewRequest } from './reviewer.ts';

/** The role of the model. */
export const systemText = ({ instructions }: ReviewRequest): string =>
  `${instructions}\n\n${ANSWER_FORMAT}`;

/** What a model is asked. A session that it was forked from has the conversation already. */
export function promptText(request: ReviewRequest, hasConversation = false): string {
  const { evidence, iteration, maxIterations, repair } = request;
  const what = WANTS[request.input.event] ?? 'wants to stop';
  const sections = [
    `The agent ${what}. This is review ${iteration} of at most ${maxIterations}.`,
    section('task', evidence.task),
    hasConversation ? '' : `${MARGIN}\n${section('transcript', evidence.transcript)}`,
    section('diff', evidence.diff),
    evidence.question === null ? '' : section('question', asText(evidence.question)),
    evidence.feedback.length === 0 ? '' : section('earlier_feedback', remarks(request)),
    repair ? repairText(repair) : '',
    ANSWER_FORMAT,
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

const WANTS: Readonly<Record<string, string>> = {
  PreToolUse: 'wants to ask the user something',
  PermissionRequest: 'needs a permission of the user for a tool call',
  SubagentStop: 'has a subagent that wants to end',
};

const MARGIN =
  'In the transcript, who speaks stands at the margin; indented lines belong to what is said there.';

/** A text that holds the closing mark cannot leave its section. */
const section = (name: string, text: string): string =>
  `<${name}>\n${text.replaceAll(`</${name}>`, `< /${name}>`)}\n</${name}>`;

const asText = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

const remarks = ({ evidence }: ReviewRequest): string =>
  evidence.feedback.map(({ iteration, text }) => `${iteration}. ${text}`).join('\n');

const repairText = ({ answer, problem }: { answer: string; problem: string }): string =>
  `Your last answer could not be read: ${problem}.\n${section('last_answer', answer)}`;
