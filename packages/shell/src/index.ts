/** What a command line would run, read before it does. */
export {
  commandsIn,
  type ShellCommand,
  type ShellCommands,
  type ShellRedirect,
} from './commands-in.ts';
export { hasOption } from './has-option.ts';
export type { Unread } from './text/unread.ts';
