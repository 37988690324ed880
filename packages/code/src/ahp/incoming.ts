import type { HookInput } from '@wavehooks/hooks';
import { isObject } from '@wavehooks/hooks/vocabulary';

type Raw = Readonly<Record<string, unknown>>;

interface Incoming {
  readonly event: string;
  readonly fields: (event: Raw, capabilities: Raw) => Raw;
}

/** THE TABLE: which event of the protocol is which moment of ours. */
const MOMENTS: Readonly<Record<string, Incoming>> = {
  'tool.before': { event: 'PreToolUse', fields: callOf },
  'tool.permission.request': { event: 'PermissionRequest', fields: callOf },
  'tool.after': {
    event: 'PostToolUse',
    fields: (event) => ({
      ...callOf(event),
      tool_response: { output: textIn(event['items']), success: event['outcome'] === 'ok' },
    }),
  },
  'user.message.inbound': {
    event: 'UserPromptSubmit',
    fields: ({ items }) => ({ prompt: textIn(items) }),
  },
  'turn.finish.before': {
    event: 'Stop',
    fields: ({ continuationCount, items }, { flow }) => {
      const count = Number(continuationCount ?? 0);
      const left = Number(objectOf(flow)['remainingContinuations'] ?? 0);
      return {
        stop_hook_active: count > 0,
        stop_hook_count: count,
        stop_hook_limit: count + left,
        last_assistant_message: textIn(items),
      };
    },
  },
  'session.start': {
    event: 'SessionStart',
    fields: ({ trigger }) => ({ source: wordOf(trigger, 'startup') }),
  },
  'session.end': {
    event: 'SessionEnd',
    fields: ({ reason }) => ({ reason: wordOf(reason, 'other') }),
  },
  'user.attention': {
    event: 'Notification',
    fields: ({ message, kind }) => ({
      message: wordOf(message, ''),
      notification_type: wordOf(kind, 'permission_prompt'),
    }),
  },
  'model.error': {
    event: 'StopFailure',
    fields: ({ error }) => ({
      error: 'unknown',
      error_details: wordOf(objectOf(error)['message'], ''),
    }),
  },
};

export const AHP_EVENTS: readonly string[] = Object.keys(MOMENTS);

/** An event of a host as one of ours; undefined for one that Wave has no moment for. */
export function hookInput(event: Raw, capabilities: Raw, cwd: string): HookInput | undefined {
  const type = String(event['type']);
  const moment = Object.hasOwn(MOMENTS, type) ? MOMENTS[type] : undefined;
  if (!moment) return undefined;
  const session = objectOf(event['session']);
  return {
    hook_event_name: moment.event,
    session_id: wordOf(session['id'], 'ahp'),
    cwd: wordOf(session['cwd'], cwd),
    ...moment.fields(event, capabilities),
  } as unknown as HookInput;
}

/** What a call of this kind is called in Wave's rules and matchers, where its input is as Wave's tool has it. */
const NAMES: Readonly<Record<string, { readonly name: string; readonly has: readonly string[] }>> =
  {
    shell: { name: 'Bash', has: ['command'] },
    file_read: { name: 'Read', has: ['file_path'] },
    file_write: { name: 'Write', has: ['file_path', 'content'] },
    file_edit: { name: 'Edit', has: ['file_path', 'old_string', 'new_string'] },
  };

function callOf({ call, tool: given }: Raw): Raw {
  const tool = objectOf(given);
  const input = objectOf(tool['input']);
  return {
    tool_name: nameOf(tool, input),
    tool_input: input,
    tool_use_id: wordOf(objectOf(call)['id'], ''),
  };
}

function nameOf(tool: Raw, input: Raw): string {
  const own = wordOf(tool['name'], '');
  if (tool['origin'] === 'mcp') {
    const { server, tool: name } = objectOf(tool['mcp']);
    return `mcp__${wordOf(objectOf(server)['name'] ?? server, 'server')}__${wordOf(name, own)}`;
  }
  const kind = String(tool['kind']);
  const ours = Object.hasOwn(NAMES, kind) ? NAMES[kind] : undefined;
  return ours?.has.every((field) => typeof input[field] === 'string') ? ours.name : own;
}

const objectOf = (value: unknown): Raw => (isObject(value) ? value : {});

const wordOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;

/** All texts of a list of messages or of their parts. */
function textIn(items: unknown): string {
  const parts = (Array.isArray(items) ? items : []).flatMap((item) => {
    const { parts: inner, text } = objectOf(item);
    return Array.isArray(inner) ? [textIn(inner)] : typeof text === 'string' ? [text] : [];
  });
  return parts.join('\n');
}
