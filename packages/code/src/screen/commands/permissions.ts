import {
  type Agent,
  PERMISSION_MODES,
  type PermissionMode,
  type RuleInForce,
  type Scope,
} from '@wavehooks/agent-sdk';
import { suggest } from '@wavehooks/hooks/vocabulary';
import { exactLine, exactPlace } from '../../cli/style.ts';
import type { TellingContext } from '../control/command.ts';
import type { Paint } from '../text/theme.ts';

const HOW = '/permissions MODE, allow|ask|deny [--project|--user] RULE, remove N';

const LISTS = ['allow', 'ask', 'deny'] as const;
type List = (typeof LISTS)[number];

/** /permissions: the mode and every rule with its place; sets the mode, adds and removes rules. */
export async function permissions(context: TellingContext, args: string): Promise<void> {
  const { controller, print, paint } = context;
  const { agent } = controller;
  const [word = '', rest = ''] = halves(args);
  const list = LISTS.find((one) => one === word);
  if (list) print(...(await added(agent, list, rest, paint)));
  else if (word === 'remove') print(await removed(agent, rest));
  else {
    if (args !== '') agent.permissionMode = modeNamed(args);
    print(...permissionLines(agent, paint));
  }
}

const halves = (text: string): readonly string[] =>
  /^(\S+)(?:\s+([\s\S]*))?$/.exec(text.trim())?.slice(1) ?? [];

function modeNamed(word: string): PermissionMode {
  const found = PERMISSION_MODES.find((one) => one === word);
  if (found) return found;
  const near = suggest(word, [...PERMISSION_MODES, ...LISTS, 'remove']);
  throw new Error(
    `there is no mode "${word}"${near ? ` (did you mean ${near}?)` : ''}; modes are ${PERMISSION_MODES.join(', ')}`,
  );
}

const SCOPES: Readonly<Record<string, Scope>> = {
  '--session': 'session',
  '--project': 'project',
  '--user': 'user',
};

async function added(agent: Agent, list: List, text: string, paint: Paint): Promise<string[]> {
  const { rule, scope } = scopeIn(text);
  if (rule === '' || rule.startsWith('--'))
    throw new Error(`which rule? /permissions ${list} [--project|--user] RULE`);
  const entry = await agent.addRule(list, rule, scope);
  return [`${paint('strong', list)} ${exactLine(entry.rule)}  ${paint('quiet', placeText(entry))}`];
}

/** The scope stands before the rule, or behind it as on the command line. */
function scopeIn(text: string): { readonly rule: string; readonly scope?: Scope } {
  const rule = text.trim();
  const word = [/^\S+/, /\S+$/].map((at) => at.exec(rule)?.[0] ?? '').find(isScope);
  return word === undefined
    ? { rule }
    : { rule: rule.replace(word, '').trim(), scope: SCOPES[word] as Scope };
}

const isScope = (word: string): boolean => Object.hasOwn(SCOPES, word);

/** By its number in the list, or as it is written. */
async function removed(agent: Agent, text: string): Promise<string> {
  const entries = inOrder(agent);
  const [word = '', rest = ''] = halves(text);
  const list = rest === '' ? undefined : LISTS.find((one) => one === word);
  const wanted = (list ? rest : text).trim();
  const found = /^\d+$/.test(wanted)
    ? entries.slice(Number(wanted) - 1, Number(wanted))
    : entries.filter((one) => one.rule === wanted && (list === undefined || one.list === list));
  const [entry, ...others] = found;
  if (!entry) throw new Error(`there is no rule "${wanted}"; /permissions numbers them`);
  if (others.length > 0)
    throw new Error(`"${wanted}" stands in several places; give its number in /permissions`);
  await agent.removeRule(entry);
  return `Removed ${entry.list} ${exactLine(entry.rule)}  ${placeText(entry)}`;
}

/** As they are shown and numbered. */
const inOrder = ({ ruleEntries }: Agent): readonly RuleInForce[] =>
  LISTS.flatMap((list) => ruleEntries.filter((one) => one.list === list));

function permissionLines(agent: Agent, paint: Paint): string[] {
  const entries = inOrder(agent);
  return [
    `Mode: ${paint('strong', agent.permissionMode)}  (Shift-Tab or /permissions MODE changes it)`,
    ...LISTS.flatMap((list) => {
      const own = entries.filter((one) => one.list === list);
      const lines = own.map((one) => `  ${entries.indexOf(one) + 1}  ${ruleLine(one, paint)}`);
      return own.length === 0 ? [] : [`${list}:`, ...lines];
    }),
    ...(entries.length === 0 ? ['no rules'] : []),
    paint('quiet', HOW),
  ];
}

const ruleLine = (entry: RuleInForce, paint: Paint): string =>
  `${exactLine(entry.rule)}  ${paint('quiet', placeText(entry))}${entry.counts ? '' : `  ${paint('warn', 'not approved, so it allows nothing (/hooks)')}`}`;

const placeText = ({ from, source }: RuleInForce): string =>
  source === undefined
    ? from === 'session'
      ? 'this session'
      : 'given at the start'
    : exactPlace(source);
