import type { Command } from '../cli/command.ts';

/** `wave`: the agent in the terminal. What draws it is loaded only now. */
export const screen: Command = async (args, io) => (await import('./run.tsx')).screen(args, io);
