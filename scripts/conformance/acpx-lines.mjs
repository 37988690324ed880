// acpx itself as the editor: what is typed, and what has to come.

/** THE TABLE, in its order: one session of acpx, whose agent lives on between the commands. */
export const LINES = [
  { args: ['exec', 'what do you know?'], prints: /practice model[\s\S]*\[done\] end_turn/ },
  { args: ['sessions', 'new'], prints: /^[0-9a-f-]{36}\s*$/ },
  {
    args: ['prompt', 'write a.txt: hello, then read a.txt'],
    flags: ['--approve-all'],
    prints: /Write a\.txt \(completed\)[\s\S]*Read a\.txt \(completed\)[\s\S]*\[done\] end_turn/,
  },
  {
    args: ['prompt', 'run touch denied'],
    flags: ['--deny-all'],
    prints: /touch denied \(failed\)[\s\S]*you rejected it/,
  },
  { args: ['set-mode', 'plan'], prints: /mode set: plan/ },
  { args: ['prompt', 'run touch planned'], prints: /plan mode/ },
  { args: ['set-mode', 'default'], prints: /mode set: default/ },
  { args: ['set', 'model', 'practice'], prints: /model set: practice/ },
  { args: ['set', 'effort', 'high'], prints: /effort=high/ },
  { args: ['status'], prints: /status: running[\s\S]*model: practice/ },
  { args: ['sessions', 'list'], prints: /write a\.txt/ },
  { args: ['sessions', 'history'], prints: /run touch denied/ },
  { args: ['cancel'], prints: /nothing to cancel/ },
  { args: ['sessions', 'close'], prints: /^[0-9a-f-]{36}\s*$/ },
];
