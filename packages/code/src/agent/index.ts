// What asks a model: a bundle of its own beside the command, loaded only where it is used.

export { openExplainer, ruleHolds } from '@wavehooks/agent-sdk';
export { openLoneHost } from '../host/lone-host.ts';
export { readFlags } from './open/flags.ts';
export { print, printPiped } from './print/print.ts';
