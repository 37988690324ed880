import { ask, put, type Said, textOf } from './ask.ts';

/** What pi hands to its extensions, as far as Wave uses it. */
interface Context {
  readonly cwd: string;
  readonly hasUI: boolean;
  readonly ui: { readonly notify: (text: string, tone: 'info' | 'warning') => void };
  readonly sessionManager: { readonly getSessionId: () => string };
}
type Fields = Readonly<Record<string, unknown>>;
type On = (
  event: string,
  handler: (event: Record<string, unknown>, context: Context) => Promise<unknown>,
) => void;

/** What pi loads: it asks Wave, and gives pi's own answers. */
// biome-ignore lint/style/noDefaultExport: pi takes nothing else
export default function wave({ on }: { readonly on: On }): void {
  const heard: string[] = [];
  let isHeld = false;
  const asked = async (event: string, fields: Fields, context: Context): Promise<Said> => {
    const session_id = context.sessionManager.getSessionId();
    const said = await ask(event, { ...fields, session_id }, context.cwd);
    tell(said.message, context);
    return said;
  };
  const later = ({ context }: Said) => void (context && heard.push(context));

  on('session_start', async ({ reason }, context) =>
    later(await asked('SessionStart', { source: SOURCES[String(reason)] ?? 'startup' }, context)),
  );
  on(
    'session_shutdown',
    async (_, context) => void (await asked('SessionEnd', { reason: 'other' }, context)),
  );
  on('input', async ({ text }, context) => {
    isHeld = false;
    const said = await asked('UserPromptSubmit', { prompt: text }, context);
    const refusal = said.refusal ?? said.halt;
    if (refusal !== undefined) {
      tell(refusal, context);
      return { action: 'handled' };
    }
    later(said);
    return 'replace' in said
      ? { action: 'transform', text: textOf(said.replace) }
      : { action: 'continue' };
  });
  on('before_agent_start', async () => {
    const content = heard.splice(0).join('\n\n');
    return content ? { message: { customType: 'wave', content, display: true } } : undefined;
  });
  on('tool_call', async ({ toolName, toolCallId, input }, context) => {
    const fields = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input };
    const said = await asked('PreToolUse', fields, context);
    const { refusal, halt } = said;
    if (halt !== undefined) {
      tell(halt, context);
      return { block: true, reason: refusal ?? 'A hook ended the turn.', terminate: true };
    }
    if (refusal !== undefined) return { block: true, reason: refusal };
    if (said.input) put(input as Record<string, unknown>, said.input);
    return undefined;
  });
  on('tool_result', async ({ toolName, toolCallId, input, content }, context) => {
    const fields = {
      tool_name: toolName,
      tool_use_id: toolCallId,
      tool_input: input,
      tool_response: content,
    };
    const said = await asked('PostToolUse', fields, context);
    if (!('replace' in said) && !said.context) return undefined;
    const shown = 'replace' in said ? [textPart(textOf(said.replace))] : (content as unknown[]);
    return { content: [...shown, ...(said.context ? [textPart(said.context)] : [])] };
  });
  on('agent_before_settle', async ({ entries }, context) => {
    const said = await asked('Stop', { stop_hook_active: isHeld }, context);
    isHeld = said.refusal !== undefined && said.halt === undefined;
    if (!isHeld) return undefined;
    const reason = { type: 'custom_message', customType: 'wave', content: said.refusal };
    return { entries: [...(entries as unknown[]), { ...reason, display: true }], continue: true };
  });
}

const SOURCES: Readonly<Record<string, string>> = {
  new: 'clear',
  resume: 'resume',
  fork: 'fork',
};

const textPart = (text: string) => ({ type: 'text', text });

function tell(text: string | undefined, { hasUI, ui }: Context): void {
  if (!text) return;
  if (hasUI) ui.notify(text, 'warning');
  else process.stderr.write(`${text}\n`);
}
