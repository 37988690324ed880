import type { ToolResultPart } from '../../vocabulary/model-message.ts';

/** What the practice model says of itself, so that nobody takes it for more. */
export const INTRODUCTION =
  'I am the practice model of Wave: I run offline and have no intelligence, ' +
  'I only know a few sentences.';

export const HELP = `${INTRODUCTION} For a real model set ANTHROPIC_API_KEY or OPENAI_API_KEY.
Each of these makes me call a tool, so that you can watch hooks and permissions at work:
- run ls -la
- write notes.txt: hello, then read notes.txt
- search for TODO in src and find *.ts
I also know: edit notes.txt: hello -> goodbye; ask me tea or coffee?; todo: test, ship; delegate: read notes.txt; answer {"ok": true}; what do you know?`;

export const NOT_UNDERSTOOD = 'I did not understand that.';

/** Says in a sentence what came back. */
export function reported({ toolName, output }: ToolResultPart): string {
  const text = output.value;
  if (output.type !== 'error-text') return `${toolName} gave back ${summary(text)}.`;
  const [, hook, reason = ''] = BLOCK.exec(text) ?? [];
  if (hook !== undefined)
    return `${toolName} was blocked by the hook "${hook}": ${summary(reason)}. I will not try it again.`;
  if (isDenial(text)) return `${toolName} was denied: ${summary(text)}. I will not try it again.`;
  return `${toolName} failed: ${summary(text)}.`;
}

/** How the result of a call reads that a hook has kept from running. */
const BLOCK =
  /^<wave-hook name="([^"]*)" event="(?:PreToolUse|PermissionRequest)">\n([\s\S]*)\n<\/wave-hook>/;

export function isFailure({ output }: ToolResultPart): boolean {
  return output.type === 'error-text';
}

const DENIAL =
  /\b(den(y|ied|ies)|block(ed|s)|not allowed|permission|refused|declined|reject(ed|s))\b/i;

/** A command that ran and the system's own refusals use the same words. */
const FAILURE = /^Exit code: |\bpermission denied\b/im;

const isDenial = (text: string): boolean => DENIAL.test(text) && !FAILURE.test(text);

/** Short outputs whole, long ones by their size and their beginning. */
function summary(text: string): string {
  const lines = text.trim().split('\n');
  if (text.trim() === '' || text === '(no output)') return 'nothing';
  if (lines.length === 1) return quoted(lines[0] ?? '');
  return `${lines.length} lines, the first is ${quoted(lines[0] ?? '')}`;
}

export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > 200 ? `${line.slice(0, 200)}…` : line}"`;
}
