/** Variables that a shell runs, or takes other programs, functions and aliases from. */
export const CODE_NAMES =
  /^(BASH_ENV|ENV|PROMPT_COMMAND|PS[0-4]|BASH_ALIASES|BASH_CMDS|BASH_FUNC_.*)$/;

/** Prompts are expanded before they are printed, with `set -x` in any script. */
export const isPrompt = (name: string): boolean => /^PS\d$/.test(name);

/** Variables that are calculated when they are set, or later by the shell itself. */
export const COUNTED = /^(RANDOM|SRANDOM|SECONDS|LINENO|OPTIND|HISTCMD|BASHPID|E?UID|PPID)$/;

/** The same as an argument, such as of env: a name and what follows it. */
export const CODE_ARGUMENT = /^(BASH_ENV=|ENV=|PROMPT_COMMAND=|BASH_FUNC_|PS[0-4]=.*[$`])/s;

/** Settings of a shell that change how it reads the texts that follow. */
export const CHANGES_READING = /^(history|histexpand|interactive_comments|keyword)$/;
