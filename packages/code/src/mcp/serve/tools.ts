import { PERMISSION_MODES } from '@wavehooks/agent-sdk';
import { isEventName } from '@wavehooks/hooks';
import { wrongEvent } from '@wavehooks/hooks/vocabulary';
import { explainHooks } from '@wavehooks/settings';
import { loadRules } from '../../hooks/settings/conditions.ts';
import { look } from '../../hooks/settings/look.ts';
import { checkCall } from './check-call.ts';
import { asCall, type Call, explainerOf, type Serving } from './serving.ts';

/** JSON Schema, as it goes to the client. */
type Schema = Readonly<Record<string, unknown>>;

interface ServedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly annotations: { readonly readOnlyHint: boolean };
  run(input: never, serving: Serving): Promise<unknown>;
}

const TOOL = text('The tool, e.g. Bash, Edit or mcp__memory__create_entities');
const INPUT = {
  type: 'object',
  description: 'The parameters of the call, e.g. {"command": "ls"}',
} as const;

const CALL: Schema = {
  type: 'object',
  properties: {
    tool: TOOL,
    input: INPUT,
    mode: { type: 'string', enum: PERMISSION_MODES, description: 'The permission mode' },
  },
  required: ['tool', 'input'],
};

/** THE TABLE of what Wave offers to MCP clients. */
export const TOOLS: readonly ServedTool[] = [
  {
    name: 'check_call',
    description:
      'Whether a tool call may be made here: runs the PreToolUse hooks of this project, then asks the permission rules. Answers allow, ask or deny, with the reason, and the input if hooks changed it.',
    inputSchema: CALL,
    annotations: { readOnlyHint: false },
    run: (input: Call, serving) => checkCall(input, serving),
  },
  {
    name: 'explain_call',
    description: 'What the permission rules say of a tool call, and which rule. Runs no hook.',
    inputSchema: CALL,
    annotations: { readOnlyHint: true },
    run: async (input: Call, serving) => explainerOf(serving).explain(asCall(input)),
  },
  {
    name: 'explain_hooks',
    description:
      'For each hook: does it fire on this event, for this tool, and why not. Runs none.',
    inputSchema: {
      type: 'object',
      properties: { event: text('The event, e.g. PreToolUse'), tool: TOOL, input: INPUT },
      required: ['event'],
    },
    annotations: { readOnlyHint: true },
    run: explained,
  },
  {
    name: 'list_hooks',
    description:
      'Every hook that is configured here: where it stands, whether it runs, what is wrong.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
    run: async (_: object, { options }) => {
      const { rows, problems } = look(options);
      return { hooks: rows, problems };
    },
  },
];

interface Asked {
  readonly event: string;
  readonly tool?: string;
  readonly input?: Record<string, unknown>;
}

async function explained({ event, tool, input }: Asked, { options, io }: Serving) {
  if (!isEventName(event)) throw new Error(`event: ${wrongEvent(event)}`);
  const { rows, problems } = look(options);
  const holds = input && tool !== undefined ? await loadRules() : undefined;
  const call = {
    tool: tool ?? '',
    input: input ?? {},
    cwd: io.cwd,
    projectDir: options.projectDir,
  };
  const hooks = explainHooks(rows, event, tool, holds && ((rule) => holds(rule, call)));
  return { hooks, problems };
}

function text(description: string): Schema {
  return { type: 'string', description };
}
