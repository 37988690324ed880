import { planTools } from '../../packages/agent-sdk/src/tools/builtin-tools.ts';
import { schemaOf } from '../../packages/agent-sdk/src/tools/tool-input.ts';
import { tools } from './tools.ts';

/** The inputs of our tools as the model gets them, made ahead: a start need not load what they are made with. */
export function inputSchemas(): string {
  const rows = [...tools(), ...planTools()].map(
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
