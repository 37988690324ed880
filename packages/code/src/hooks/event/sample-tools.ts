/** One call of a tool: what it is asked and what it answers. */
export interface SampleCall {
  readonly input: Record<string, unknown>;
  readonly response: unknown;
}

/** A call as a hook would see it; undefined for a tool that nobody here knows. */
export function sampleCall(tool: string, cwd: string): SampleCall | undefined {
  if (Object.hasOwn(CALLS, tool)) return CALLS[tool]?.(cwd);
  return /^mcp__.+__.+$/.test(tool) ? MCP_CALL : undefined;
}

/** Paths are absolute, as in real calls: hooks that check them rely on it. */
const CALLS: Record<string, (cwd: string) => SampleCall> = {
  Bash: () => ({
    input: { command: 'npm test', description: 'Run the tests', timeout: 120_000 },
    response: result('12 passed, 0 failed\nExit code: 0', {
      stdout: '12 passed, 0 failed',
      stderr: '',
      exitCode: 0,
      interrupted: false,
    }),
  }),
  Read: (cwd) => ({
    input: { file_path: `${cwd}/src/app.ts`, offset: 1, limit: 100 },
    response: result("1\texport const greeting = 'hi';", {
      file_path: `${cwd}/src/app.ts`,
      lines: 1,
    }),
  }),
  Write: (cwd) => ({
    input: { file_path: `${cwd}/src/app.ts`, content: "export const greeting = 'hello';\n" },
    response: result(`${cwd}/src/app.ts was created with 33 characters.`, {
      file_path: `${cwd}/src/app.ts`,
      type: 'create',
    }),
  }),
  Edit: (cwd) => ({
    input: {
      file_path: `${cwd}/src/app.ts`,
      old_string: "'hi'",
      new_string: "'hello'",
      replace_all: false,
    },
    response: result(`${cwd}/src/app.ts was changed: old_string was found and replaced 1 time.`, {
      file_path: `${cwd}/src/app.ts`,
      replaced: 1,
    }),
  }),
  Glob: (cwd) => ({
    input: { pattern: 'src/**/*.ts', path: cwd },
    response: result(`${cwd}/src/app.ts`, { filenames: [`${cwd}/src/app.ts`] }),
  }),
  Grep: (cwd) => ({
    input: { pattern: 'greeting', path: cwd, glob: '*.ts', output_mode: 'files_with_matches' },
    response: result(`${cwd}/src/app.ts`, { mode: 'files_with_matches', lines: 1 }),
  }),
  WebFetch: () => ({
    input: { url: 'https://example.com/docs', prompt: 'How is it installed?' },
    response: result('# Install\n\nnpm install it', {
      url: 'https://example.com/docs',
      code: 200,
      codeText: 'OK',
      bytes: 1_024,
      contentType: 'text/html',
      cached: false,
    }),
  }),
  TodoWrite: () => ({
    input: { todos: TODOS },
    response: result('The list was kept. 0 completed, 1 in progress, 1 pending.', {
      oldTodos: [],
      newTodos: TODOS,
    }),
  }),
  Skill: (cwd) => ({
    input: { skill: 'release', args: '1.2.0' },
    response: result(
      `Base directory of this skill, which the files it names are in: ${cwd}/.wave/skills/release\n\nRelease 1.2.0.`,
      { skill: 'release' },
    ),
  }),
  Task: () => ({
    input: {
      description: 'Find the tests',
      prompt: 'Where are the tests of the parser? Answer with file paths.',
      subagent_type: 'explore',
    },
    response: result('They are in test/parse.test.ts.', {
      agent_id: 'agent-0a1b2c3d-4e5f',
      agent_type: 'explore',
      ended: 'done',
      usage: { inputTokens: 2_100, outputTokens: 140, cachedTokens: 0 },
    }),
  }),
  AskUserQuestion: () => ({
    input: { questions: [QUESTION] },
    response: result(`The user answered:\n${QUESTION.question}\nYes`, {
      answers: { [QUESTION.question]: 'Yes' },
    }),
  }),
  ExitPlanMode: () => ({
    input: { plan: PLAN },
    response: { output: 'The user accepted the plan. Carry it out.', plan: PLAN, success: true },
  }),
};

/** As hooks get it: the text for the model, the tool's own fields, and how it went. */
const result = (output: string, data: Record<string, unknown>) => ({
  output,
  ...data,
  success: true,
});

export const SAMPLE_TOOLS: readonly string[] = Object.keys(CALLS);

const TODOS = [
  { content: 'Fix the test', status: 'in_progress', activeForm: 'Fixing the test' },
  { content: 'Run all tests', status: 'pending', activeForm: 'Running all tests' },
];

const PLAN = '1. Fix the test.\n2. Run all tests.';

const QUESTION = {
  question: 'Shall the old tests go?',
  header: 'Tests',
  options: [
    { label: 'Yes', description: 'Delete them' },
    { label: 'No', description: 'Keep them' },
  ],
  multiSelect: false,
};

const MCP_CALL: SampleCall = {
  input: { query: 'greeting' },
  response: { output: 'found 1 entry', success: true },
};
