import type { AgentContext, ClientCapabilities, SessionUpdate } from '@agentclientprotocol/sdk';

/** The editor at the other end, for one session. */
export interface Editor {
  readonly session: string;
  readonly can: ClientCapabilities;
  readonly request: AgentContext['request'];
  /** In the order of the calls; what an editor that is gone would have heard is lost. */
  update(update: SessionUpdate): void;
}
