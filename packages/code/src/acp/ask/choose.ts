import { randomUUID } from 'node:crypto';
import type {
  PermissionOption,
  RequestPermissionResponse,
  ToolCallContent,
} from '@agentclientprotocol/sdk';
import type { Editor } from '../wire/editor.ts';

export interface Choosing {
  readonly title: string;
  readonly content: ToolCallContent[];
  readonly options: PermissionOption[];
}

/** The editor is told where nobody waits for the answer any more. */
export const until = (signal: AbortSignal) => ({
  cancellationSignal: signal,
  stopWaitingOnCancel: true,
});

/** A question with a few answers, put as a call that waits for permission: every editor can ask about those. */
export async function choose(
  editor: Editor,
  { title, content, options }: Choosing,
  signal: AbortSignal,
): Promise<string | undefined> {
  const toolCallId = `question-${randomUUID()}`;
  const toolCall = { toolCallId, title, kind: 'other', status: 'pending', content } as const;
  editor.update({ sessionUpdate: 'tool_call', ...toolCall });
  let chosen: string | undefined;
  try {
    const params = { sessionId: editor.session, toolCall, options };
    const { outcome }: RequestPermissionResponse = await editor.request(
      'session/request_permission',
      params,
      until(signal),
    );
    const id = outcome.outcome === 'selected' ? outcome.optionId : undefined;
    // What was not offered is no answer.
    chosen = options.find(({ optionId }) => optionId === id)?.optionId;
    return chosen;
  } finally {
    const status = chosen === undefined ? 'failed' : 'completed';
    editor.update({ sessionUpdate: 'tool_call_update', toolCallId, status });
  }
}
