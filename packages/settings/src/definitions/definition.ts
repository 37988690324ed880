import type { LoadedFile } from '../reading/loaded-file.ts';

/** What a file defines: an agent or a skill. */
export type DefinitionKind = 'agent' | 'skill';

interface Common {
  readonly name: string;
  /** What it is for: by this the model chooses. */
  readonly description: string;
  /** The text below the front matter. */
  readonly body: string;
}

/** A kind of subagent: its body is its system prompt. */
export interface AgentDefinition extends Common {
  readonly kind: 'agent';
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly model?: string;
  /** It counts only where it is stricter than the session's own. */
  readonly permissionMode?: string;
}

/** Instructions that the model, or the user, calls for when they are needed. */
export interface SkillDefinition extends Common {
  readonly kind: 'skill';
  /** Where its files are; a command of Claude Code has none beside its own. */
  readonly dir?: string;
  /** Rules: such calls run unasked in the turn that uses it. */
  readonly allowedTools: readonly string[];
  /** Whether `/name` calls it. */
  readonly userInvocable: boolean;
  /** Whether the model may. */
  readonly modelInvocable: boolean;
  /** What its arguments are, in its author's words. */
  readonly hint: string;
}

/** A file that defines nothing, because of what is wrong with it. */
export interface FaultyDefinition {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly fault: string;
  /** Where the first of it stands. */
  readonly line: number;
}

/** One thing that is wrong with a file. */
export interface Fault {
  readonly line: number;
  readonly text: string;
}

/** The place says the line of the first, so each other one says its own. */
export const faultyOf = (
  kind: DefinitionKind,
  name: string,
  faults: readonly Fault[],
): FaultyDefinition => ({
  kind,
  name,
  fault: faults.map(({ line, text }, at) => (at === 0 ? text : `line ${line}: ${text}`)).join('; '),
  line: faults[0]?.line ?? 1,
});

export type Definition = AgentDefinition | SkillDefinition | FaultyDefinition;

/** A definition is a source of hooks as well: those in its front matter. */
export interface DefinitionFile extends LoadedFile {
  readonly definition: Definition;
}

export const isDefinition = (file: LoadedFile): file is DefinitionFile => 'definition' in file;

export const isFaulty = (definition: Definition): definition is FaultyDefinition =>
  'fault' in definition;
