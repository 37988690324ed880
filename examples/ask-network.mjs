// PreToolUse on Bash: what reaches out into the network is for the user to decide.
import { ask, defineHook } from 'wave-hook-kit';

const PROGRAMS = /(?:^|[\s;&|(`"'/\\])(curl|wget|ssh|scp|rsync|nc|ftp|telnet)(?=[\s"'`;&|)]|$)/;
const PUBLISHES = /\b(git\s+push|npm\s+publish|docker\s+push|gh\s+(?:pr|release)\s+create)\b/;

export const hook = defineHook(
  'PreToolUse',
  (input) => {
    if (input.tool_name !== 'Bash') return;
    const { command } = input.tool_input;
    const found = PROGRAMS.exec(command)?.[1] ?? PUBLISHES.exec(command)?.[1];
    if (found) return ask(`This uses the network (${found}).`);
  },
  { failClosed: true },
);
