// Commands that need an agent's parts but ask no model for one prompt: a bundle of its own, so that `wave -p` does not
// load them.

export { ahp } from '../ahp/index.ts';
export { agents, skills } from '../definitions/definitions.ts';
export { mcp } from '../mcp/mcp.ts';
export { models } from '../models/models.ts';
export { permissions } from '../permissions/permissions.ts';
export { sandbox } from '../sandbox/sandbox.ts';
export { sessions } from '../sessions/sessions.ts';
export { stats } from '../stats/command.ts';
export { trace } from '../trace/command.ts';
export { tour } from './tour/tour.ts';
export { undo } from './undo/undo.ts';
