import { applyPatch } from '../../packages/agent-sdk/src/offer/apply-patch.ts';
import { toolCall } from '../../packages/agent-sdk/src/offer/tool-search.ts';
import { planTools } from '../../packages/agent-sdk/src/tools/builtin-tools.ts';
import { schemaOf } from '../../packages/agent-sdk/src/tools/tool-input.ts';
import type { Tool } from '../../packages/agent-sdk/src/vocabulary/tool.ts';
import { tools } from './tools.ts';

/** They become calls of others before anybody sees them. */
const unseenTools = (): readonly Tool[] => [toolCall as Tool, applyPatch as Tool];

/** The inputs of our tools as the model gets them, made ahead: a start need not load what they are made with. */
export function inputSchemas(): string {
  const rows = [...tools(), ...planTools(), ...unseenTools()].map(
    (tool) => `  ${tool.name}: ${JSON.stringify(schemaOf(tool.input))},`,
  );
  return [
    '// Printed by `npm run generate` from the `input` of each tool.',
    'export const INPUT_SCHEMAS = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
