import { resolve } from 'node:path';

/** A call that a sentence asks for. */
export interface Wish {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the model says while it calls. */
  readonly saying: string;
}

interface Sentence {
  readonly tool: string;
  readonly pattern: RegExp;
  /** `path` makes a path absolute where the current directory is known. */
  readonly input: (words: Words, path: (name: string) => string) => Wish['input'];
  readonly saying: (words: Words) => string;
}
type Words = Readonly<Record<string, string | undefined>>;

/** The sentences that the practice model understands; the first that fits counts. */
const SENTENCES: readonly Sentence[] = [
  {
    tool: 'Bash',
    pattern: /^(?:run|execute)\s+(?<command>.+)$/is,
    input: ({ command }) => ({ command: bare(command) }),
    saying: ({ command }) => `I run \`${bare(command)}\`.`,
  },
  {
    tool: 'Read',
    pattern: /^(?:read|show|open)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(?<file>\S+)$/i,
    input: ({ file }, path) => ({ file_path: path(bare(file)) }),
    saying: ({ file }) => `I read ${bare(file)}.`,
  },
  {
    tool: 'Write',
    pattern: /^(?:write|create)\s+(?:the\s+)?(?:file\s+)?(?<file>[^\s:]+)\s*:\s?(?<text>.*)$/is,
    input: ({ file, text }, path) => ({ file_path: path(bare(file)), content: bare(text) }),
    saying: ({ file }) => `I write ${bare(file)}.`,
  },
  {
    tool: 'Edit',
    pattern: /^(?:edit|change)\s+(?<file>[^\s:]+)\s*:\s*(?<old>.+?)\s*(?:->|→|=>)\s*(?<new>.*)$/is,
    input: ({ file, old, new: text }, path) => ({
      file_path: path(bare(file)),
      old_string: bare(old),
      new_string: bare(text),
    }),
    saying: ({ file }) => `I edit ${bare(file)}.`,
  },
  {
    tool: 'Grep',
    pattern: /^(?:search|grep|look)\s+for\s+(?<text>.+?)(?:\s+in\s+(?<where>\S+))?$/is,
    input: ({ text, where }, path) => ({
      pattern: bare(text),
      ...(where ? { path: path(bare(where)) } : {}),
    }),
    saying: ({ text }) => `I search for ${bare(text)}.`,
  },
  {
    tool: 'Glob',
    pattern:
      /^(?:find|list)\s+(?:all\s+)?(?:files\s+)?(?<glob>\S*[*?.{/]\S*)(?:\s+in\s+(?<where>\S+))?$/i,
    input: ({ glob, where }, path) => ({
      pattern: bare(glob),
      ...(where ? { path: path(bare(where)) } : {}),
    }),
    saying: ({ glob }) => `I look for files like ${bare(glob)}.`,
  },
  {
    tool: 'AskUserQuestion',
    pattern: /^ask\s+me\s+(?<question>.+)$/is,
    input: ({ question }) => ({ questions: [asked(question ?? '')] }),
    saying: () => 'I ask you.',
  },
  {
    tool: 'TodoWrite',
    pattern: /^todos?\s*:\s*(?<items>.+)$/is,
    input: ({ items }) => ({
      todos: list(items).map((content) => ({ content, status: 'pending' })),
    }),
    saying: ({ items }) => `I note ${list(items).length} things to do.`,
  },
  {
    tool: 'Task',
    pattern: /^(?:delegate(?:\s+to\s+(?<type>[\w-]+))?\s*:|have\s+a\s+helper\b)\s*(?<task>\S.*)$/is,
    input: ({ type = 'general', task }) => ({
      description: bare(task).split(/\s+/).slice(0, 5).join(' '),
      prompt: bare(task),
      subagent_type: type,
    }),
    saying: ({ task }) => `I have a subagent do this: ${bare(task)}.`,
  },
];

/** How a sentence may begin; plans are split in front of these words only. */
export const VERBS =
  '(?:run|execute|read|show|open|write|create|edit|change|search|grep|look|find|list|ask|todos?|delegate|have a helper)';

/** What one sentence asks for, or undefined when it is not understood. */
export function understand(sentence: string, cwd: string | undefined): Wish | undefined {
  const path = (name: string) => (cwd ? resolve(cwd, name) : name);
  for (const { tool, pattern, input, saying } of SENTENCES) {
    const words = pattern.exec(sentence)?.groups;
    if (words) return { tool, input: input(words, path), saying: saying(words) };
  }
  return undefined;
}

function bare(text = ''): string {
  const [, , inner] = /^(["'`])(.*)\1$/s.exec(text.trim()) ?? [];
  return inner ?? text.trim();
}

function list(items = ''): string[] {
  return items.split(/\s*,\s*/).flatMap((item) => bare(item) || []);
}

/** `ask me which drink: tea or coffee` and `ask me tea or coffee?`; yes or no without an "or". */
function asked(text: string): object {
  const [, question, named] = /^(.*?)[:?]\s*(\S.*)$/s.exec(text) ?? [undefined, text, text];
  const words = (named ?? '').replace(/[?.)\s]+$/, '').replace(/^\(/, '');
  const options = / or /i.test(words) ? words.split(/\s*,\s*|\s+or\s+/i) : ['Yes', 'No'];
  const labels = options.map((each) => (named === text ? each.split(/\s+/).at(-1) : each) ?? each);
  return {
    question: `${(question ?? text).replace(/[?\s]+$/, '')}?`,
    header: 'Question',
    options: labels.map((label) => ({ label, description: label })),
    multiSelect: false,
  };
}
