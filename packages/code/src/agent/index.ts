// Everything that needs an agent: a bundle of its own beside the command, loaded only where it is used.

export { ruleHolds } from '@wavehooks/agent-sdk';
export { agents, skills } from '../definitions/definitions.ts';
export { openLoneHost } from '../host/lone-host.ts';
export { mcp } from '../mcp/mcp.ts';
export { permissions } from '../permissions/permissions.ts';
export { sessions } from '../sessions/sessions.ts';
export { readFlags } from './open/flags.ts';
export { print, printPiped } from './print/print.ts';
export { tour } from './tour/tour.ts';
export { undo } from './undo/undo.ts';
