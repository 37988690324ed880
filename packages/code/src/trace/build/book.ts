import type { HookRow } from '@wavehooks/settings';
import type { Redactor } from '@wavehooks/settings/log';
import type { Content } from './content.ts';
import { beginOf, type Logged, ownRecords } from './logged.ts';
import { type Setups, setupsIn } from './setups.ts';

/** All that a trace is made of. */
export interface Material {
  readonly session: string;
  readonly title?: string | undefined;
  readonly project?: string;
  readonly home?: string;
  /** Of the whole log; others than this session's are left out. */
  readonly records: readonly Logged[];
  /** The conversations by their agents, '' for the main one; undefined leaves content out. */
  readonly contents?: ReadonlyMap<string, Content>;
  /** What started subagents, by their ids. */
  readonly started?: ReadonlyMap<string, Started>;
  /** The hooks that are set up today. */
  readonly hooks: readonly HookRow[];
  readonly rowText: (row: number) => string;
  readonly redact: Redactor;
}

/** The call that started a subagent, and what it said of it. */
export interface Started {
  readonly call: string;
  readonly kind?: string;
  readonly task?: string;
}

/** The material of one session, sorted out. */
export interface Book {
  readonly material: Material;
  readonly records: readonly Logged[];
  readonly began: number;
  readonly setups: Setups;
}

export function openBook(material: Material): Book {
  const records = ownRecords(material.records, material.session);
  const times = records.map(beginOf).filter((at) => !Number.isNaN(at));
  const began = times.reduce((a, b) => Math.min(a, b), times[0] ?? 0);
  return { material, records, began, setups: setupsIn(records) };
}
