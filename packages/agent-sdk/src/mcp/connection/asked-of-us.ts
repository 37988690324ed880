import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import type { OpenQuestions } from './request-clock.ts';

/** What a server may ask of us, and tell us, besides answering. */
export interface AskedOfUs {
  /** Asks the user. */
  elicit(params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Elicited>;
  /** Asks the model; absent where the server may not. */
  readonly sample?:
    | ((params: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Sampled>)
    | undefined;
  roots(): readonly { readonly uri: string; readonly name: string }[];
  logged(level: string, logger: string | undefined, data: unknown): void;
  updated(uri: string): void;
}

export interface Elicited {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

export interface Sampled {
  readonly model: string;
  readonly role: 'assistant';
  readonly content: { readonly type: 'text'; readonly text: string };
  readonly stopReason?: string;
}

export const capabilitiesOf = ({ sample }: AskedOfUs): ClientCapabilities => ({
  roots: { listChanged: true },
  elicitation: { form: {}, url: {} },
  ...(sample ? { sampling: {} } : {}),
});

/** While the user is asked, the time of what the server was asked stands still. */
export function hearServer(client: Client, asked: AskedOfUs, questions: OpenQuestions): void {
  const { sample } = asked;
  client.setRequestHandler('roots/list', async () => ({ roots: [...asked.roots()] }));
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    const given = await questions.during(() => asked.elicit({ ...params }, mcpReq.signal));
    return given as { action: 'accept'; content?: Record<string, string> };
  });
  if (sample)
    client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) => ({
      ...(await questions.during(() => sample({ ...params }, mcpReq.signal))),
    }));
  client.setNotificationHandler('notifications/message', ({ params }) =>
    asked.logged(params.level, params.logger, params.data),
  );
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    asked.updated(params.uri),
  );
}
