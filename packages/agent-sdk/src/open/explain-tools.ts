import { isIP } from 'node:net';
import * as z from 'zod';
import type { Facts } from '../permissions/facts/facts.ts';
import { namedBy } from '../permissions/rules/domain-rules.ts';
import { parseRule } from '../permissions/rules/parse-rule.ts';
import { resourceSubject } from '../permissions/rules/resource-pattern.ts';
import type { PermissionMode, Rules } from '../permissions/rules/rule.ts';
import { searchScope } from '../permissions/search-scope.ts';
import { skillTool } from '../skills/skill-tool.ts';
import { planTools } from '../tools/builtin-tools.ts';
import { addressIn, refusedAtOnce } from '../tools/web/address.ts';
import { done, type Tool } from '../vocabulary/tool.ts';

const standIn = (name: string, more: Pick<Tool, 'effect' | 'subject'>): Tool => ({
  ...{ name, description: '', run: async () => done('') },
  ...more,
  get input() {
    return z.looseObject({});
  },
});

/** Tools that come with a running agent, its servers or its provider, as rules see them. */
const STAND_INS: readonly Tool[] = [
  standIn('Task', { effect: 'none', subject: ({ subagent_type: type }) => textOf(type) }),
  standIn('ListMcpResources', { effect: 'none' }),
  standIn('ReadMcpResource', {
    effect: 'read',
    subject: ({ server, uri }) => resourceSubject(`${server}`, `${uri}`),
  }),
  standIn('WebSearch', { effect: 'read' }),
  skillTool([], () => {}) as unknown as Tool,
];

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Each call asks by default, whatever the server says about it. */
export const serverTool = (name: string): Tool | undefined =>
  /^mcp__.+__.+/.test(name) ? standIn(name, { effect: 'run' }) : undefined;

/** What an agent has in a mode beside the tools that it always has. Only in plan mode is there a plan to accept. */
export const comingTools = (mode: PermissionMode): readonly Tool[] => [
  ...STAND_INS,
  ...planTools().map((tool) => (mode === 'plan' ? tool : withoutQuestion(tool))),
];

const withoutQuestion = ({ onlyUser: _, ...tool }: Tool): Tool => tool;

/** What an agent does beside the table. */
export interface Beside {
  /** The facts by which the table decides. */
  readonly facts: Facts;
  /** Why it does not run, whatever the table says. */
  readonly refused?: string;
  /** What shows only when it runs. */
  readonly later?: string;
}

export function besideTable(
  { name }: Tool,
  input: Record<string, unknown>,
  rules: Rules,
  facts: Facts,
): Beside {
  if (name === 'WebSearch') return searching(rules, facts);
  if (name !== 'WebFetch') return { facts };
  const url = new URL(`${input['url']}`);
  const refused = refusedAtOnce(url, (one) => namedBy(rules, one));
  if (refused !== undefined) return { facts, refused };
  const isSure = isIP(addressIn(url)) !== 0 || namedBy(rules, url);
  return isSure ? { facts } : { facts, later: 'its address is checked when it connects' };
}

/** A provider searches by the rules alone: in every mode, and without a question. */
function searching(rules: Rules, facts: Facts): Beside {
  const search = searchScope(rules, []);
  const plain = { ...facts, mode: 'default' } as const;
  if (search.is === 'off')
    return { facts: { ...plain, allowed: undefined }, refused: search.why ?? AT_PROVIDER };
  const allowed = rules.allow.find((rule) => parseRule(rule).tool === 'WebSearch');
  return { facts: { ...plain, denied: undefined, mayBeDenied: undefined, allowed } };
}

const AT_PROVIDER = 'it runs at the provider, where nobody can be asked first';
