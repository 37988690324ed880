// Interceptors of the draft standard AGENT-HOOKS 0.1, and the identity that approvals and records are bound to.
export type { Approval, ApprovalRequest, ApprovalResolution } from './agent-hooks/approval.ts';
export type { Composition } from './agent-hooks/compose.ts';
export { contextIdentity } from './agent-hooks/identity.ts';
export type { InterceptionOptions, Interceptor } from './agent-hooks/interception.ts';
export { type AgentContext, contextFault, type Point } from './agent-hooks/points.ts';
export type { InterceptionRecord } from './agent-hooks/record.ts';
export { type InterceptorVerdict, readVerdict } from './agent-hooks/verdict.ts';
