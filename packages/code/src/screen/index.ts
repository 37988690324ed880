import { readFlags } from '../agent/print/flags.ts';
import type { Command } from '../cli/command.ts';
import { runScreen } from './run.tsx';

/** `wave`: the agent in the terminal. */
export const screen: Command = (args, io) => runScreen(readFlags(args), io);
