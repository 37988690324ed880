import type {
  SessionConfigOption,
  SessionConfigSelectOption,
  SessionModeState,
} from '@agentclientprotocol/sdk';
import {
  type Agent,
  EFFORTS,
  PERMISSION_MODES,
  type PermissionMode,
  PRICES,
  resolveModel,
} from '@wavehooks/agent-sdk';

/** THE TABLE of permission modes as an editor lists them. */
const MODES: Readonly<
  Record<PermissionMode, { readonly name: string; readonly description: string }>
> = {
  default: { name: 'Ask', description: 'Reads run; edits and commands ask first' },
  acceptEdits: { name: 'Accept edits', description: 'Edits inside the project run without asking' },
  sandboxed: { name: 'Sandbox', description: 'Commands run without asking, inside a sandbox' },
  plan: { name: 'Plan', description: 'Only reads run, until you accept a plan' },
  dontAsk: { name: "Don't ask", description: 'What would ask is refused' },
  bypassPermissions: {
    name: 'Bypass permissions',
    description: 'Everything runs that no rule or hook forbids',
  },
};

export const modesOf = ({ permissionMode }: Agent): SessionModeState => ({
  currentModeId: permissionMode,
  availableModes: PERMISSION_MODES.map((id) => ({ id, ...MODES[id] })),
});

/** One thing that can be chosen: what there is to choose from, and how. Throws for what cannot be. */
interface Option {
  readonly name: string;
  readonly category: string;
  options(agent: Agent): SessionConfigSelectOption[];
  now(agent: Agent): string;
  choose(agent: Agent, value: string): void;
}

/** THE TABLE of what an editor can set in a session. */
export const CONFIG: Readonly<Record<string, Option>> = {
  mode: {
    name: 'Mode',
    category: 'mode',
    options: () => PERMISSION_MODES.map((value) => ({ value, ...MODES[value] })),
    now: ({ permissionMode }) => permissionMode,
    choose: (agent, value) => {
      agent.permissionMode = value as PermissionMode;
    },
  },
  model: {
    name: 'Model',
    category: 'model',
    options: (agent) => modelsOf(agent).map((value) => ({ value, name: value })),
    now: ({ model }) => model,
    choose: (agent, value) => agent.switchModel(value),
  },
  effort: {
    name: 'Thinking',
    category: 'thought_level',
    options: () => EFFORTS.map((value) => ({ value, name: value })),
    now: ({ effort }) => effort,
    choose: (agent, value) => {
      agent.effort = value as Agent['effort'];
    },
  },
};

/** The one in use first, then those that a key is there for, by their known names. */
function modelsOf({ model, settings }: Agent): readonly string[] {
  const env = { ...process.env, ...settings?.settings.env };
  const reached = [...Object.keys(PRICES), 'practice'].filter(
    (name) => typeof resolveModel({ model: name, env }) !== 'string' && isAt(name, env),
  );
  return [...new Set([model, ...reached])];
}

/** A bare name that is not Claude's is asked for at whichever key there is: only where it is at home. */
const isAt = (name: string, env: Readonly<Record<string, string | undefined>>): boolean =>
  name === 'practice' ||
  name.startsWith('claude') ||
  (!!env['OPENAI_API_KEY'] && !env['OPENAI_BASE_URL']);

export const configOf = (agent: Agent): SessionConfigOption[] =>
  Object.entries(CONFIG).map(([id, { name, category, options, now }]) => ({
    id,
    name,
    category,
    type: 'select',
    currentValue: now(agent),
    options: options(agent),
  }));
