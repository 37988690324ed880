import {
  type ExplainCall,
  type Explainer,
  PERMISSION_MODES,
  type PermissionMode,
} from '@wavehooks/agent-sdk';
import { isObject, show, suggest } from '@wavehooks/hooks/vocabulary';
import type { Io } from '../cli/command.ts';
import { LISTS } from './rule-words.ts';

/** One JSON line for each line of stdin. Exit 1 where a line was no call; the others are answered. */
export async function explainLines(explain: Explainer['explain'], io: Io): Promise<number> {
  const lines = (await io.readStdin()).split('\n');
  if (lines.at(-1)?.trim() === '') lines.pop();
  let failed = false;
  // Written in pieces: many thousand answers are one long text.
  for (let at = 0; at < lines.length; at += PIECE) {
    const answers = lines.slice(at, at + PIECE).map((line) => {
      const answer = answerTo(line, explain);
      failed ||= 'error' in answer;
      return `${JSON.stringify(answer)}\n`;
    });
    io.out(answers.join(''));
  }
  return failed ? 1 : 0;
}

const PIECE = 500;

function answerTo(line: string, explain: Explainer['explain']) {
  try {
    const { decision, rule, why, commands, row } = explain(callIn(line));
    return { decision, rule, why, commands, row };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

const FIELDS: readonly string[] = ['command', 'tool', 'input', 'mode', ...LISTS];

/** Throws for a line that says nothing, or something else than it seems to. */
function callIn(line: string): ExplainCall {
  const value = parsed(line);
  if (!isObject(value)) throw new Error(`expected a JSON object, got ${show(value)}`);
  refuseSlips(value);
  const named = LISTS.filter((list) => value[list] != null);
  const rules = Object.fromEntries(named.map((list) => [list, rulesIn(list, value[list])]));
  return {
    ...calledBy(value),
    ...(named.length === 0 ? {} : { rules }),
    ...(value['mode'] == null ? {} : { mode: modeIn(value['mode']) }),
  };
}

/** Other fields are the caller's own; a misspelt one must not leave a rule out in silence. */
function refuseSlips(value: Record<string, unknown>): void {
  for (const name of Object.keys(value).filter((one) => !FIELDS.includes(one))) {
    const near = suggest(name, FIELDS);
    if (near !== undefined) throw new Error(`"${name}" is not known; did you mean "${near}"?`);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`not valid JSON: ${(error as Error).message}`);
  }
}

function calledBy(value: Record<string, unknown>): Pick<ExplainCall, 'tool' | 'input'> {
  const { command, tool, input } = value;
  if (command !== undefined && (tool !== undefined || input !== undefined))
    throw new Error('expected "command", or "tool" and "input", got both');
  if (typeof command === 'string') return { tool: 'Bash', input: { command } };
  if (command !== undefined) throw new Error(`"command": expected a text, got ${show(command)}`);
  if (typeof tool !== 'string') throw new Error('expected "command", or "tool" and "input"');
  return { tool, input };
}

function rulesIn(list: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((rule) => typeof rule === 'string')) return value;
  throw new Error(`"${list}": expected a list of texts, got ${show(value)}`);
}

function modeIn(value: unknown): PermissionMode {
  const mode = PERMISSION_MODES.find((one) => one === value);
  if (mode !== undefined) return mode;
  throw new Error(`"mode": expected one of ${PERMISSION_MODES.join(', ')}, got ${show(value)}`);
}
