import type { Problem } from '@wavehooks/hooks';
import type { AgentDefinition, OpenedDefinition } from '@wavehooks/settings';
import { messageOf } from '../base/error-text.ts';
import type { PermissionMode } from '../permissions/rules/rule.ts';
import type { Model } from '../vocabulary/model.ts';
import type { ReadyType } from './agent-types.ts';

/** Short names that Claude Code knows. Wave takes the model of that line. */
const LINES: Readonly<Record<string, string>> = {
  sonnet: 'claude-sonnet-5-5',
  opus: 'claude-opus-5-5',
  haiku: 'claude-haiku-4-5',
};

/** The kinds of subagents that files define; what of them cannot be had is said, and the rest counts. */
export function fileTypes(
  definitions: readonly OpenedDefinition[],
  resolve: (model: string) => Model,
): { readonly types: readonly ReadyType[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const types = definitions.filter(isUsable).map(({ definition, file, scope }) => {
    const { name, description, body, tools, disallowedTools, model, permissionMode } = definition;
    const own = modelOf(model, resolve);
    if (typeof own === 'string')
      problems.push({
        level: 'warning',
        source: file,
        hook: '',
        text: `"model": ${show(model)} cannot be had, so the agent ${name} uses the session's (${own})`,
      });
    return {
      ...{ name, description, systemPrompt: body, scope },
      ...(tools ? { tools } : {}),
      ...(disallowedTools ? { disallowedTools } : {}),
      ...(permissionMode ? { permissionMode: permissionMode as PermissionMode } : {}),
      ...(typeof own === 'object' ? { model: own } : {}),
    };
  });
  return { types, problems };
}

const isUsable = (
  one: OpenedDefinition,
): one is OpenedDefinition & { readonly definition: AgentDefinition } =>
  one.state === 'active' && one.definition.kind === 'agent';

const show = (name: string | undefined) => JSON.stringify(name);

/** undefined for the session's own; a text that says what is missing. */
function modelOf(
  name: string | undefined,
  resolve: (model: string) => Model,
): Model | string | undefined {
  if (name === undefined || name === 'inherit') return undefined;
  try {
    return resolve(LINES[name] ?? name);
  } catch (error) {
    const [first = ''] = messageOf(error).split('\n');
    return first;
  }
}
