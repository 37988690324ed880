import type { ModelRequest } from '../../vocabulary/model.ts';
import { HELP, INTRODUCTION, isFailure, NOT_UNDERSTOOD, quoted, reported } from './phrases.ts';
import { type Plan, planIn, planOf } from './practice-plan.ts';
import type { Wish } from './sentences.ts';
import { cwdIn, type Given, givenIn, type Situation, situationOf } from './situation.ts';

export interface Reply {
  readonly text: string;
  readonly calls: readonly Wish[];
}

/** What the practice model answers. It remembers nothing: all it knows is in the request. */
export function replyTo(request: ModelRequest): Reply {
  const situation = situationOf(request.messages);
  const cwd = cwdIn(request.system);
  const isNew = situation.results.length === 0 && situation.remarks.length === 0;
  const { text, calls } = isNew
    ? begin(situation, request, cwd)
    : goOn(situation, planFor(situation, cwd), request);
  const silent = !situation.firstAnswer || text.includes(INTRODUCTION);
  return { text: silent ? text : `${INTRODUCTION}\n${text}`, calls };
}

function planFor({ task, taskFrom }: Situation, cwd: string | undefined): Plan | undefined {
  const prompt = promptOf(task);
  return taskFrom === 'prompt' ? planOf(prompt, cwd) : planIn(allOf(task), cwd);
}

const promptOf = (task: readonly Given[]) => allOf(task.filter(({ from }) => from === 'prompt'));
const allOf = (task: readonly Given[]) => task.map(({ text }) => text).join('\n');

function begin(situation: Situation, request: ModelRequest, cwd: string | undefined): Reply {
  const told =
    situation.taskFrom === 'feedback' ? `I was told ${quoted(allOf(situation.task))}.` : '';
  const document = situation.taskFrom === 'prompt' && documentIn(promptOf(situation.task));
  if (document) return say(`\`\`\`json\n${document}\n\`\`\``);
  const plan = planFor(situation, cwd);
  if (plan) return step(plan, 0, [told], request);
  if (told) return say(`${told} I cannot do that: I am only a practice model.`);
  const prompt = promptOf(situation.task);
  if (/^what do you know\b/i.test(prompt.trim())) return say(knowledge(request));
  return say(/^\W*help\b/i.test(prompt) ? HELP : `${NOT_UNDERSTOOD} ${HELP}`);
}

/** A JSON document to answer with, for trying schemas. */
const documentIn = (prompt: string): string | undefined =>
  /^\s*answer\s+([{[][\s\S]*)$/i.exec(prompt)?.[1]?.trim();

/** After results: says what came back and takes the next step, unless something went wrong. */
function goOn(situation: Situation, plan: Plan | undefined, request: ModelRequest): Reply {
  const told = situation.remarks.map(({ text }) => `I was told ${quoted(text)}.`);
  const heard = [...situation.results.map(reported), ...told];
  const left = (plan?.length ?? 0) - situation.rounds;
  if (!plan || left <= 0) return say(heard.join('\n'));
  if (!situation.results.some(isFailure)) return step(plan, situation.rounds, heard, request);
  return say(
    [...heard, `So I leave out the rest (${left} ${left === 1 ? 'step' : 'steps'}).`].join('\n'),
  );
}

function step(plan: Plan, index: number, before: readonly string[], request: ModelRequest): Reply {
  const wishes = plan[index] ?? [];
  const known = new Set(request.tools.map(({ name }) => name));
  const missing = wishes.filter(({ tool }) => !known.has(tool)).map(({ tool }) => tool);
  const lines = [...before, ...wishes.map(({ saying }) => saying)].filter(Boolean);
  if (missing.length === 0) return { text: lines.join('\n'), calls: wishes };
  return say(`I would need ${missing.join(' and ')} for that, which I do not have here.`);
}

function say(text: string): Reply {
  return { text, calls: [] };
}

/** What hooks and Wave added to the conversation. */
function knowledge({ messages, system }: ModelRequest): string {
  const added = messages.flatMap(givenIn).filter(({ from }) => from !== 'prompt');
  const lines = system.trim() === '' ? 0 : system.trim().split('\n').length;
  const own = `My system prompt has ${lines} ${lines === 1 ? 'line' : 'lines'}.`;
  if (added.length === 0) return `${own} Nothing else was added to this conversation.`;
  return [`${own} This was added to our conversation:`, ...added.map(line)].join('\n');
}

function line({ text, from }: Given): string {
  return `- by ${from === 'hook' ? 'a hook' : 'Wave'}: ${quoted(text)}`;
}
