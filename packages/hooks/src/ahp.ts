// The Agent Hooks Protocol, for those who serve it or try it: what it says, and what comes of it.
export { type Accepted, acceptResponse, type Fits } from './ahp/accept.ts';
export { AHP_ERRORS, AHP_VERSION, type AhpCapabilities, type AhpRequest } from './ahp/protocol.ts';
export { AHP_MOMENTS } from './ahp/request.ts';
