import type { EventName } from '@wavehooks/hooks';
import { AHP_MOMENTS } from '@wavehooks/hooks/ahp';
import { specOf } from '@wavehooks/hooks/vocabulary';

/** What `hooks/capabilities` says: what is looked at, and what can come of it at the most. */
export const MANIFEST = {
  events: Object.entries(AHP_MOMENTS).map(([event, { type, offers }]) => ({
    event: type,
    modes: offers ? ['observe', 'intercept'] : ['observe'],
    ...(offers ? { capabilities: offers({ ...specOf(event as EventName).sample }) } : {}),
  })),
  gaps: [
    { path: 'content', reason: 'attachments are not looked at: only texts' },
    { path: 'limits', reason: 'a message has at most 64 MB; the rest is up to the hooks' },
  ],
  transports: ['stdio', 'http'],
  authentication: [],
  toolPaths: ['native', 'mcp'],
  contentCategories: [],
  limits: {},
  managedPolicy: { scopes: ['user', 'project'], disableable: true },
  correlationIdentityFields: ['event.id', 'event.session.id', 'event.call.id'],
} as const;
