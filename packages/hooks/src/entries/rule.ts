import { show } from '../vocabulary/shape.ts';
import { TOOL_NAMES } from '../vocabulary/tools.ts';
import { readDomain } from './domain.ts';

/** A permission rule as it is understood. */
export interface ParsedRule {
  /** As it is written. */
  readonly rule: string;
  /** A tool's name, or a pattern of names for MCP; undefined where none can be made out. */
  readonly tool: string | undefined;
  /** What is in the parentheses; undefined for the whole tool. */
  readonly pattern: string | undefined;
  /** What is wrong with it. */
  readonly fault?: string;
}

const FORM = /^(mcp__[\w.*-]+|[A-Za-z]\w*)(?:\(([\s\S]*)\))?$/;

/** Tools whose patterns are about files, and those whose are about a text: the command, the type of subagent, the skill. */
const FILE_TOOLS = new Set(['Read', 'Edit', 'Write', 'Glob', 'Grep']);
const TEXT_TOOLS = new Set(['Bash', 'Task', 'Skill']);
/** Those whose patterns are about hosts. */
const WEB_TOOLS = new Set(['WebFetch', 'WebSearch']);

/** Every call is matched with the same rules, so each of them is read once. */
export function parseRule(written: string): ParsedRule {
  const last = known.get(written);
  if (last !== undefined) return last;
  const parsed = Object.freeze(read(written));
  if (known.size >= MAX_KNOWN) known.clear();
  if (written.length <= MAX_LENGTH) known.set(written, parsed);
  return parsed;
}

const known = new Map<string, ParsedRule>();
const MAX_KNOWN = 2_000;
const MAX_LENGTH = 1_000;

function read(written: string): ParsedRule {
  const rule = written.trim();
  const [, tool, pattern] = FORM.exec(rule) ?? [];
  if (tool === undefined)
    return {
      rule,
      tool: guessTool(rule),
      pattern: undefined,
      fault: 'expected Tool or Tool(pattern)',
    };
  const fault =
    nameFault(tool) ?? (pattern === undefined ? undefined : patternFault(tool, pattern));
  if (fault === undefined) return { rule, tool, pattern };
  return { rule, tool: guessTool(rule) ?? tool, pattern: undefined, fault };
}

/** A rule that somebody's code gave: as it is kept, or what is wrong with it. */
export function readRule(value: unknown): Pick<ParsedRule, 'rule' | 'fault'> {
  if (typeof value === 'string') return parseRule(value);
  return { rule: '', fault: `expected a text, got ${show(value)}` };
}

/** A name in other letters than the tool's would silently never match. */
function nameFault(tool: string): string | undefined {
  const meant = tool.startsWith('mcp__') ? tool : guessTool(tool);
  return meant === undefined || meant === tool ? undefined : `expected ${meant}, got ${tool}`;
}

function patternFault(tool: string, pattern: string): string | undefined {
  if (pattern.trim() === '') return 'the parentheses are empty; leave them out for the whole tool';
  if (TEXT_TOOLS.has(tool)) return undefined;
  if (tool.startsWith('mcp__')) return 'MCP tools have no pattern in parentheses';
  if (FILE_TOOLS.has(tool)) return fileFault(pattern);
  if (WEB_TOOLS.has(tool)) return domainFault(pattern);
  if (tool === 'ReadMcpResource') return resourceFault(pattern);
  return guessTool(tool) === undefined ? undefined : `${tool} has no pattern in parentheses`;
}

function fileFault(pattern: string): string | undefined {
  if (pattern.startsWith('!')) return 'a pattern cannot be negated; use the deny list';
  if (/[{}]/.test(pattern)) return 'braces are not supported; write one rule for each';
  const isOpen = pattern.lastIndexOf('[') > pattern.lastIndexOf(']');
  return isOpen ? 'a bracket is not closed' : undefined;
}

function domainFault(pattern: string): string | undefined {
  if (pattern.trim() === '*') return undefined;
  const domain = readDomain(pattern);
  return typeof domain === 'string' ? domain : undefined;
}

const resourceFault = (pattern: string): string | undefined =>
  pattern.trim() === '*' || /^[^:]+:./.test(pattern.trim())
    ? undefined
    : `expected server:address or server:*, got ${pattern}`;

/** The tool that a text begins with, in whatever letters. */
function guessTool(text: string): string | undefined {
  const name = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase();
  const known = TOOL_NAMES.find((tool) => tool.toLowerCase() === name);
  return known ?? (name?.startsWith('mcp__') ? /^\s*([\w.-]+)/.exec(text)?.[1] : undefined);
}

/** A call that a rule is held against. */
export interface RuleCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly projectDir: string;
}

/** Whether a rule holds for a call, and why, in words that follow the rule. */
export interface Held {
  readonly holds: boolean;
  readonly why: string;
}

/** Who matches permission rules is the host: for hooks as for its own permissions. */
export type RuleHolds = (rule: string, call: RuleCall) => Held;
