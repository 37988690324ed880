import type { PromptCommand } from './load-commands.ts';

/** THE TABLE of prompts that Wave brings. A command of the user or the project of the same name comes first. */
export const BUILTIN_PROMPTS: readonly PromptCommand[] = [
  {
    name: 'init',
    about: 'write an AGENTS.md for this project, or improve the one it has',
    hint: '[wishes]',
    from: 'wave',
    file: '',
    body: `Write an AGENTS.md at the root of this project: what an agent that starts to work here has to know and cannot guess.

First look around: the read-me, the files that say how it is built and tested (package.json, Makefile, pyproject.toml, CI and the like), how the sources are laid out, and rules that other files hold for agents (CLAUDE.md, .cursorrules, .github/copilot-instructions.md). Take over what is true.

Then write, in plain short sentences, at most about 60 lines:
- Commands: how to build, to check, to run all tests and a single one. Only commands that you found in the project, and say which of them you tried.
- Where things are: the directories that matter, a line each.
- Rules of this code that a reader would not guess: style, layers, what must not be touched.
Leave out what is obvious, what the code says by itself, and advice that fits every project.

If there is an AGENTS.md already, do not write it anew. Read it, keep what its authors wrote, and edit only what is wrong or missing. Say at the end what you changed and why. If it is good as it is, say so and change nothing.

Wishes of the user, where there are any: $ARGUMENTS`,
  },
  {
    name: 'review',
    about: 'review the changes of the working tree, or of a range of commits',
    hint: '[range or wishes]',
    from: 'wave',
    file: '',
    body: `Review changes of this project. Change no file.

What to review: $ARGUMENTS
If nothing is named there, review the working tree: git status, git diff HEAD, and the new files that git does not track. If a branch, a commit or a range is named there (such as main..HEAD), review git diff of it, with git log for the intent. If there are no changes, say so.

Read around each change, not only its lines: who calls it, what its tests hold. Look for, in this order: what breaks (wrong results, lost data, races, errors that are swallowed), what is unsafe (input that is trusted, secrets, permissions), what lacks a test that could fail, and what the next reader will stumble over.

For each finding say the file and line, what is wrong, how it shows (an input or a sequence that leads there), and a fix in a sentence. The worst first. Leave out matters of taste that no rule of the project names. Say what you did not look at. If you found nothing, say that, and what you checked.`,
  },
];
