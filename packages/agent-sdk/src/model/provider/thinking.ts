import type { Effort } from '../../vocabulary/model.ts';
import type { Endpoint, Protocol } from './endpoint.ts';
import { factsOf } from './failure-facts.ts';
import type { Prepared } from './prepare.ts';

/** How a model is asked to think, in the terms of the library. */
export type Asked = Pick<Prepared, 'reasoning' | 'providerOptions'>;

interface Row {
  readonly protocol: Protocol;
  readonly models: RegExp;
  readonly asks: (effort: Effort) => Asked;
}

const byWord =
  (off: NonNullable<Prepared['reasoning']>): Row['asks'] =>
  (effort) => ({ reasoning: effort === 'off' ? off : effort });

/** Tokens of thought, for models that do not find the measure themselves. */
const BUDGETS: Readonly<Record<Exclude<Effort, 'off'>, number>> = {
  low: 4_000,
  medium: 10_000,
  high: 24_000,
};

/** They do not think unless they are asked to. */
const byBudget: Row['asks'] = (effort) =>
  effort === 'off'
    ? {}
    : {
        providerOptions: {
          anthropic: { thinking: { type: 'enabled', budgetTokens: BUDGETS[effort] } },
        },
      };

/** THE TABLE: which models think, and how that is asked for. The first row that fits counts. */
const ROWS: readonly Row[] = [
  {
    protocol: 'anthropic',
    models: /claude-(?:(?:opus|sonnet)-4-[6-9]|[a-z]+-[5-9])(?!\d)/,
    asks: byWord('none'),
  },
  { protocol: 'anthropic', models: /claude-(?:3-7|[a-z]+-4)(?!\d)/, asks: byBudget },
  { protocol: 'openai', models: /(?:^|\/)gpt-5\.[1-3](?!\d|.*chat)/, asks: byWord('none') },
  { protocol: 'openai', models: /(?:^|\/)gpt-5(?![.\d]|.*chat)/, asks: byWord('minimal') },
  {
    protocol: 'openai',
    models: /(?:^|\/)(?:o1(?!-mini|-preview)|o3|o4)(?!\d)/,
    asks: byWord('low'),
  },
];

/** How this model is asked to think; undefined for one that cannot, or of which nobody knows. */
export const thinkingOf = ({ protocol, model }: Endpoint): Row['asks'] | undefined =>
  ROWS.find((row) => row.protocol === protocol && row.models.test(model))?.asks;

/** Gateways and other servers may know the model and not the request; without it they answer. */
export function refusesThinking(thrown: unknown): boolean {
  const { status, text } = factsOf(thrown);
  const isRefusal = status === 400 || status === 422;
  return (
    isRefusal && /thinking|reasoning|effort|output_config/i.test(text) && !/signature/i.test(text)
  );
}
