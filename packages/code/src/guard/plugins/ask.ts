import { spawn } from 'node:child_process';

/** The entries, by event: `wave guard install` puts them in front of the file that an agent loads. */
declare const COMMANDS: Readonly<Record<string, string | undefined>>;

/** What Wave says of an event. */
export interface Said {
  /** Why it must not happen. */
  readonly refusal?: string;
  /** The turn ends, and the user is told why. */
  readonly halt?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** In place of a tool's output, or of a prompt. */
  readonly replace?: unknown;
  readonly context?: string;
  /** For the user. */
  readonly message?: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Asks Wave about an event, as an agent with entries in its settings does. Never rejects: what fails, refuses. */
export async function ask(event: string, fields: Json, cwd: string): Promise<Said> {
  const command = COMMANDS[event];
  if (command === undefined) return {};
  const { code, stdout, stderr } = await run(
    command,
    JSON.stringify({ ...fields, hook_event_name: event, cwd }),
    cwd,
  );
  const words = stderr.trim();
  if (code === 0) {
    try {
      return said(JSON.parse(stdout || '{}'), words);
    } catch {
      return { refusal: `wave guard: expected JSON, got ${stdout.slice(0, 200)}` };
    }
  }
  // What holds nothing back ends with another code.
  const isHeld = command.endsWith('exit 2');
  return isHeld ? { refusal: words || `wave guard ended with code ${code}` } : { message: words };
}

function said(answer: Json, stderr: string): Said {
  const { hookSpecificOutput, decision, reason, stopReason, systemMessage } = answer;
  const own = (hookSpecificOutput ?? {}) as Json;
  const isRefused = decision === 'block' || own['permissionDecision'] === 'deny';
  const why = reason ?? own['permissionDecisionReason'] ?? 'A hook refused it.';
  return {
    ...(isRefused ? { refusal: String(why) } : {}),
    ...(answer['continue'] === false ? { halt: String(stopReason ?? '') } : {}),
    ...(own['updatedInput'] ? { input: own['updatedInput'] as Json } : {}),
    ...('updatedToolOutput' in own ? { replace: own['updatedToolOutput'] } : {}),
    ...('updatedPrompt' in own ? { replace: own['updatedPrompt'] } : {}),
    ...(own['additionalContext'] ? { context: String(own['additionalContext']) } : {}),
    ...(systemMessage || stderr
      ? { message: [systemMessage, stderr].filter(Boolean).join('\n') }
      : {}),
  };
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, text: string, cwd: string): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      stdout += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      stderr += piece;
    });
    child.on('error', (error) => resolve({ code: null, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    // It may end without having read.
    child.stdin.on('error', () => {}).end(text);
  });
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** An object in place keeps being the one that the agent goes on with. */
export function put(into: Record<string, unknown>, fields: Json): void {
  for (const name of Object.keys(into)) delete into[name];
  Object.assign(into, fields);
}
