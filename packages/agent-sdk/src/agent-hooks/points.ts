/** The eight moments of the standard AGENT-HOOKS 0.1, and the closed shape of what is told at each. */
export type Point =
  | 'agent_startup'
  | 'input'
  | 'pre_model_call'
  | 'post_model_call'
  | 'pre_tool_call'
  | 'post_tool_call'
  | 'output'
  | 'agent_shutdown';

export type Fields = Readonly<Record<string, unknown>>;

/** What an interceptor is told. Members beside these are optional ones of the standard, or extensions. */
export interface AgentContext extends Fields {
  readonly spec: string;
  readonly interception_point: Point;
  readonly timestamp: string;
  /** Grows with every context of a session, from 0 on. */
  readonly sequence: number;
  readonly agent: { readonly id: string; readonly framework: string };
  readonly session: { readonly id: string };
  /** What the moment is about; the only thing that an interceptor can rewrite. */
  readonly target: unknown;
}

export const SPEC = 'agent-hooks/0.1';

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Check = (value: unknown) => boolean;
interface Shape {
  readonly [name: string]: Check | Shape;
}

const text: Check = (value) => typeof value === 'string';
const some: Check = (value) => typeof value === 'string' && value !== '';
const any: Check = (value) => value !== undefined;
const fields: Check = isFields;
const content: Check = (value) => text(value) || (typeof value === 'object' && value !== null);
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const having =
  (shape: Shape): Check =>
  (value) =>
    faultIn(value, shape, '') === undefined;

const CALL = { id: text, name: text, args: fields };

const CORE = {
  spec: (value) => text(value) && /^agent-hooks\/\d+\.\d+$/.test(value as string),
  interception_point: any,
  timestamp: (value) => text(value) && !Number.isNaN(Date.parse(value as string)),
  sequence: (value) => Number.isInteger(value) && (value as number) >= 0,
  agent: { id: some, framework: (value) => text(value) && /^[a-z0-9_-]+$/.test(value as string) },
  session: { id: some },
  target: any,
} satisfies Shape;

interface Row {
  /** What is required here beside the core, and nothing else of it counts for the identity. */
  readonly shape: Shape;
  /** Where the target stands in the context. */
  readonly target: readonly string[];
  readonly isFixed?: true;
}

/** THE TABLE of the eight moments. */
export const POINTS: Readonly<Record<Point, Row>> = {
  agent_startup: {
    shape: { agent_init: { tools_registered: listOf(text) } },
    target: ['agent_init'],
    isFixed: true,
  },
  input: {
    shape: { input: { content, role: oneOf('user', 'system', 'external') } },
    target: ['input'],
  },
  pre_model_call: {
    shape: { model: { id: text }, messages: listOf(having({ role: text, content })) },
    target: ['messages'],
  },
  post_model_call: {
    shape: {
      model: { id: text },
      response: {
        content: (value) => value === null || content(value),
        tool_calls: listOf(having(CALL)),
        finish_reason: text,
      },
    },
    target: ['response'],
  },
  pre_tool_call: { shape: { tool_call: CALL }, target: ['tool_call', 'args'] },
  post_tool_call: {
    shape: {
      tool_call: CALL,
      tool_result: { value: any, is_error: (value) => typeof value === 'boolean' },
    },
    target: ['tool_result', 'value'],
  },
  output: { shape: { output: { content } }, target: ['output'] },
  agent_shutdown: {
    shape: { summary: { reason: oneOf('completed', 'error', 'cancelled') } },
    target: ['summary'],
    isFixed: true,
  },
};

const rowOf = (point: unknown): Row | undefined =>
  typeof point === 'string' && Object.hasOwn(POINTS, point) ? POINTS[point as Point] : undefined;

/** What is wrong with a context; undefined where it is whole. */
export function contextFault(context: unknown): string | undefined {
  if (!isFields(context)) return 'expected an object';
  const row = rowOf(context['interception_point']);
  if (!row) return 'interception_point: expected one of the eight';
  return faultIn(context, { ...CORE, ...row.shape }, '');
}

function faultIn(value: unknown, shape: Check | Shape, at: string): string | undefined {
  if (typeof shape === 'function') return shape(value) ? undefined : `${at || 'it'} does not fit`;
  if (!isFields(value)) return `${at}: expected an object`;
  for (const [name, inner] of Object.entries(shape)) {
    const fault = faultIn(value[name], inner, at === '' ? name : `${at}.${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The part of a whole context that its identity is made of. */
export const identified = (context: AgentContext): unknown =>
  cut(context, { ...CORE, ...POINTS[context.interception_point].shape });

const cut = (value: unknown, shape: Check | Shape): unknown =>
  typeof shape === 'function'
    ? value
    : Object.fromEntries(
        Object.entries(shape).map(([name, inner]) => [name, cut((value as Fields)[name], inner)]),
      );

/** The same context about another target. */
export function retargeted(context: AgentContext, target: unknown): AgentContext {
  const [first = '', second] = POINTS[context.interception_point].target;
  const held = second === undefined ? target : { ...(context[first] as Fields), [second]: target };
  return { ...context, [first]: held, target };
}
