import type { HookOutcome } from '@wavehooks/hooks';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { isFailure } from '@wavehooks/settings/log';
import { decidedBy } from './decided-by.ts';
import type { Fields } from './export.ts';

/** API Activity, of the category Application Activity: https://schema.ocsf.io. */
const CLASS = 6003;
const OTHER = 99;

/** Whether it was allowed, as OCSF's profile for security controls counts. */
const ACTIONS: Readonly<Record<string, { readonly action_id: number; readonly action: string }>> = {
  yes: { action_id: 1, action: 'Allowed' },
  allow: { action_id: 1, action: 'Allowed' },
  no: { action_id: 2, action: 'Denied' },
  block: { action_id: 2, action: 'Denied' },
  halt: { action_id: 2, action: 'Denied' },
};

/** A record as an event of the Open Cybersecurity Schema Framework, 1.3. */
export function ocsfOf(record: Fields): object {
  const { time, session, tool, event, hook, ms, chain, n, is } = record;
  const action = actionOf(record);
  const failed = hasFailed(record) || action?.action_id === 2;
  const by = decidedBy(record) ?? (hook === undefined ? undefined : `hook ${hook}`);
  return {
    class_uid: CLASS,
    class_name: 'API Activity',
    category_uid: 6,
    category_name: 'Application Activity',
    activity_id: OTHER,
    activity_name: String(is ?? 'hook'),
    type_uid: CLASS * 100 + OTHER,
    severity_id: action?.action_id === 2 ? 2 : 1,
    time: Date.parse(String(time)),
    ...(typeof ms === 'number' ? { duration: Math.round(ms) } : {}),
    status_id: failed ? 2 : 1,
    ...action,
    actor: { app_name: 'wave', session: { uid: String(session ?? '') } },
    api: { operation: String(tool ?? event ?? is ?? ''), service: { name: 'wave' } },
    ...(by === undefined ? {} : { policy: { name: by } }),
    src_endpoint: { name: 'localhost' },
    metadata: {
      version: '1.3.0',
      profiles: ['security_control'],
      product: { name: 'Wave', vendor_name: 'Wave' },
      ...(chain === undefined ? {} : { uid: `${chain}:${n}` }),
    },
    unmapped: record,
  };
}

/** What a record says of itself: an answer, what a hook asked for, or what came of an event. */
function actionOf({ answer, decision, verdict }: Fields) {
  const said = String(answer ?? decision ?? verdict);
  return Object.hasOwn(ACTIONS, said) ? ACTIONS[said] : undefined;
}

const hasFailed = ({ success, ended, outcome }: Fields): boolean =>
  success === false ||
  ended === 'failed' ||
  (isObject(outcome) && isFailure(outcome as unknown as HookOutcome));
