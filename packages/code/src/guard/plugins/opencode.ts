import { ask, put, type Said, textOf } from './ask.ts';

interface Part {
  type: string;
  text?: string;
}

interface Call {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

/** A tool of opencode gives a text, one of an MCP server a list. */
interface Result {
  output?: string;
  content?: Part[];
}

interface Opencode {
  readonly directory: string;
  readonly client: {
    readonly tui: { readonly showToast: (toast: object) => Promise<unknown> };
  };
}

/** What opencode loads: it asks Wave. An error that is thrown here refuses. */
export const Wave = async ({ directory, client }: Opencode) => {
  const begun = new Set<string>();
  const asked = async (event: string, fields: Readonly<Record<string, unknown>>): Promise<Said> => {
    const said = await ask(event, fields, directory);
    tell(said.message);
    return said;
  };
  const tell = (message: string | undefined) => {
    if (!message) return;
    // Where there is a screen, nothing else may write to it.
    if (process.argv.includes('run')) process.stderr.write(`${message}\n`);
    else client.tui.showToast({ body: { message, variant: 'warning' } }).catch(() => {});
  };
  return {
    'chat.message': async (
      { sessionID }: { readonly sessionID: string },
      { parts }: { readonly parts: Part[] },
    ) => {
      // A prompt may be an image alone.
      const part = parts.find(({ type }) => type === 'text');
      const at = { session_id: sessionID };
      const started = begun.has(sessionID)
        ? {}
        : await asked('SessionStart', { ...at, source: 'startup' });
      begun.add(sessionID);
      const prompt = part?.text ?? '';
      const said = await asked('UserPromptSubmit', { ...at, prompt });
      const refusal = refusalOf(said);
      if (refusal !== undefined) {
        tell(refusal);
        throw new Error(refusal);
      }
      if (!part) return;
      const text = 'replace' in said ? textOf(said.replace) : prompt;
      part.text = [text, started.context, said.context].filter(Boolean).join('\n\n');
    },
    'tool.execute.before': async (
      { tool, sessionID, callID }: Call,
      { args }: { readonly args: Record<string, unknown> },
    ) => {
      const fields = {
        session_id: sessionID,
        tool_use_id: callID,
        tool_name: tool,
        tool_input: args,
      };
      const said = await asked('PreToolUse', fields);
      const refusal = refusalOf(said);
      if (refusal !== undefined) throw new Error(refusal);
      if (said.input) put(args, said.input);
    },
    'tool.execute.after': async (
      { tool, sessionID, callID, args }: Call & { readonly args: unknown },
      result: Result,
    ) => {
      const fields = {
        session_id: sessionID,
        tool_use_id: callID,
        tool_name: tool,
        tool_input: args,
        tool_response: result.output ?? result.content,
      };
      const said = await asked('PostToolUse', fields);
      const more = said.context ? [{ type: 'text', text: said.context }] : [];
      const kept = (parts: Part[]) =>
        'replace' in said ? [{ type: 'text', text: textOf(said.replace) }] : parts;
      if (Array.isArray(result.content)) result.content = [...kept(result.content), ...more];
      else
        result.output = [...kept([{ type: 'text', text: result.output ?? '' }]), ...more]
          .map(({ text }) => text)
          .join('\n\n');
    },
  };
};

/** opencode has no end of a turn to ask for: what ends it refuses, with a reason or without one. */
const refusalOf = ({ refusal, halt }: Said): string | undefined =>
  refusal ?? (halt === '' ? 'A hook ended the turn.' : halt);
