// Tells the agent the conventions of this project.
// Runs when a session begins or goes on, before its next prompt.
import { context, defineHook } from '@wavehooks/hook-kit';

export const hook = defineHook('SessionStart', () =>
  context('Conventions: small commits, tests beside the code.'),
);
