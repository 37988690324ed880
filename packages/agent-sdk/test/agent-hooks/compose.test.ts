import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Approval, ApprovalRequest } from '../../src/agent-hooks/approval.ts';
import type { Composition } from '../../src/agent-hooks/compose.ts';
import { type InterceptionOptions, openInterception } from '../../src/agent-hooks/interception.ts';
import type { InterceptionRecord } from '../../src/agent-hooks/record.ts';

/** A verdict in a word; what is behind a colon is its reason or its value. */
const verdictOf = (word: string): unknown => {
  const [what, value] = word.split(':');
  switch (what) {
    case 'allow':
      return { decision: 'allow', result_labels: [`l${value}`] };
    case 'deny':
      return { decision: 'deny', reason: value };
    case 'lift':
      return { decision: 'deny', reason: value, approval: { to: 'somebody' } };
    case 'write':
      return { decision: 'transform', transform: { path: '$target.a', value } };
    case 'miss':
      return { decision: 'transform', transform: { path: '$target.none', value } };
    default:
      return word;
  }
};

type Answer = 'yes' | 'no' | 'unsure' | 'write' | 'miss' | 'other' | 'throws' | 'nothing' | 'odd';

const approving = (answer: Answer): Approval => ({
  resolve: ({ context_identity }: ApprovalRequest) => {
    const own = { context_identity };
    const approve = (verdict: unknown) => ({ ...own, outcome: 'approve', verdict });
    switch (answer) {
      case 'yes':
        return approve({ decision: 'allow' });
      case 'write':
        return approve(verdictOf('write:P'));
      case 'miss':
        return approve(verdictOf('miss:P'));
      case 'no':
        return { ...own, outcome: 'reject', verdict: verdictOf('deny:rejected') };
      case 'unsure':
        return { ...own, outcome: 'unresolved' };
      case 'odd':
        return approve(verdictOf('deny:x'));
      case 'other':
        return { ...approve({ decision: 'allow' }), context_identity: 'sha256:0' };
      case 'throws':
        throw new Error('no');
      case 'nothing':
        return undefined;
    }
  },
});

async function judge(
  words: readonly string[],
  composition: Composition,
  answer?: Answer,
  more: Partial<InterceptionOptions> = {},
) {
  const records: InterceptionRecord[] = [];
  const asked: string[] = [];
  const interception = openInterception(
    {
      interceptors: words.map((word, at) => (context: { target: unknown }) => {
        asked.push(`${at}${(context.target as { a: string }).a}`);
        return verdictOf(word);
      }),
      composition,
      ...(answer ? { approval: approving(answer) } : {}),
      onRecord: (record) => records.push(record),
      ...more,
    },
    () => 'session',
  );
  const args = { a: 'A' };
  const tool_call = { id: '1', name: 'x', args };
  const judged = await interception.emit('pre_tool_call', { tool_call }, args);
  const [record] = records;
  const came = judged.goes ? (judged.target as { a: string }).a : judged.verdict.reason;
  return { came, asked: asked.join(' '), record };
}

const H = 'host_error:';
const first = { profile: 'sequential/first_deny' } as const;
const resume = { ...first, on_approval: 'resume' } as const;
const all = { profile: 'sequential/run_all' } as const;
const strict = { profile: 'parallel/strictest' } as const;
const asks = { ...strict, on_transform_conflict: 'approval' } as const;
const same = { profile: 'parallel/unanimous' } as const;
const settles = { ...same, on_disagreement: 'approval' } as const;

/** THE TABLE: what is said, how it is composed, who is asked; what comes of it, who saw what, by whom. */
const CELLS: readonly (readonly [
  string,
  Composition,
  Answer | undefined,
  string,
  string,
  number | null,
])[] = [
  ['allow allow', first, undefined, 'A', '0A 1A', null],
  ['write:B write:C', first, undefined, 'C', '0A 1B', 1],
  ['write:B deny:no allow', first, undefined, 'no', '0A 1B', 1],
  ['lift:l allow', first, undefined, 'l', '0A', 0],
  ['lift:l allow', first, 'yes', 'A', '0A', 0],
  ['write:B lift:l allow', first, 'write', 'P', '0A 1B', 1],
  ['lift:l allow', first, 'no', 'rejected', '0A', 0],
  ['lift:l', first, 'unsure', `${H}approval_unresolved`, '0A', 0],
  ['lift:l', first, 'other', `${H}approval_identity_mismatch`, '0A', 0],
  ['lift:l', first, 'throws', `${H}approval_resolver_failed`, '0A', 0],
  ['lift:l', first, 'nothing', `${H}approval_resolver_failed`, '0A', 0],
  ['lift:l', first, 'odd', `${H}verdict_invalid`, '0A', 0],
  ['lift:l', first, 'miss', `${H}transform_invalid`, '0A', null],
  ['miss:B allow', first, undefined, `${H}transform_invalid`, '0A', null],
  ['nonsense allow', first, undefined, `${H}verdict_invalid`, '0A', 0],
  ['lift:l write:C', resume, 'yes', 'C', '0A 1A', 1],
  ['lift:l lift:m', resume, 'write', 'P', '0A 1P', 1],
  ['lift:l deny:no', resume, 'yes', 'no', '0A 1A', 1],
  ['write:B deny:no allow', all, undefined, 'no', '0A 1B 2B', 1],
  ['deny:x deny:y', all, undefined, 'x', '0A 1A', 0],
  ['lift:l deny:y', all, 'yes', 'y', '0A 1A', 1],
  ['lift:l lift:m write:C', all, 'yes', 'C', '0A 1A 2A', 0],
  ['lift:l', all, 'no', 'rejected', '0A', 0],
  ['miss:B allow', all, undefined, `${H}transform_invalid`, '0A', null],
  ['write:B allow', strict, undefined, 'B', '0A 1A', 0],
  ['write:B write:C', strict, undefined, `${H}transform_conflict`, '0A 1A', null],
  ['write:B write:C', asks, 'write', 'P', '0A 1A', null],
  ['write:B write:C', asks, 'yes', 'A', '0A 1A', null],
  ['write:B write:C deny:no', asks, 'yes', 'no', '0A 1A 2A', 2],
  ['write:B lift:l', strict, 'yes', 'A', '0A 1A', 1],
  ['allow miss:B', strict, undefined, `${H}transform_invalid`, '0A 1A', null],
  ['allow allow', same, undefined, 'A', '0A 1A', null],
  ['allow write:B', same, undefined, `${H}composition_disagreement`, '0A 1A', null],
  ['allow deny:no', settles, 'yes', 'A', '0A 1A', null],
  ['allow deny:no', settles, undefined, `${H}composition_disagreement`, '0A 1A', null],
];

test.each(CELLS)('%s by %j, approved: %s', async (words, composition, answer, came, asked, by) => {
  const judged = await judge(words.split(' '), composition, answer);
  expect([judged.came, judged.asked, judged.record?.decided_by]).toEqual([came, asked, by]);
  const { profile } = judged.record?.composition ?? {};
  expect(profile).toBe(composition.profile);
  expect(judged.record?.fold_truncated).toBe(asked.split(' ').length < words.split(' ').length);
});

test('a record has the knobs that its profile looks at, as they are in force', async () => {
  const knobs = async (one: Composition) => (await judge(['allow'], one)).record?.composition;
  expect(await knobs(first)).toEqual({ ...first, on_approval: 'stop' });
  expect(await knobs({ ...all, on_approval: 'resume' })).toEqual(all);
  expect(await knobs(strict)).toEqual({ ...strict, on_transform_conflict: 'deny' });
  expect(await knobs(same)).toEqual({
    ...{ ...same, on_disagreement: 'deny' },
    on_transform_conflict: 'deny',
  });
});

test('evaluate_only: all is judged and recorded, and nothing comes of it', async () => {
  const mode = { mode: 'evaluate_only' } as const;
  const denied = await judge(['write:B', 'deny:no'], first, 'yes', mode);
  expect([denied.came, denied.asked]).toEqual(['A', '0A 1A']);
  expect(denied.record).toMatchObject({ mode: 'evaluate_only', verdict: { decision: 'deny' } });
  const none = await judge([], first, undefined, mode);
  expect([none.came, none.record?.verdict.reason]).toEqual(['A', `${H}no_interceptor`]);
});

test('nobody to ask is a deny', async () => {
  expect((await judge([], first)).came).toBe(`${H}no_interceptor`);
});

test('one that does not answer in time, and one that throws, are denies; of its words nothing is kept', async () => {
  const late = { interceptors: [() => new Promise(() => {})], timeoutMs: 20 };
  expect((await judge([], first, undefined, late)).came).toBe(`${H}interceptor_timeout`);
  const throws = {
    interceptors: [
      () => {
        throw new RangeError('SECRET');
      },
    ],
  };
  const { came, record } = await judge([], first, undefined, throws);
  expect(came).toBe(`${H}interceptor_failed`);
  expect(JSON.stringify(record)).not.toContain('SECRET');
});

test('each gets a copy of its own', async () => {
  const spoils = (context: { target: unknown }) => {
    (context.target as { a: string }).a = 'spoilt';
    return { decision: 'allow' };
  };
  const judged = await judge([], all, undefined, { interceptors: [spoils, spoils] });
  expect(judged.came).toBe('A');
  expect(judged.record?.input_identity).toBe(judged.record?.enforced_identity);
});

test('who approves sees what was left to see, and answers for exactly that', async () => {
  const shown: ApprovalRequest[] = [];
  const approval: Approval = {
    redact: (context) => ({ ...context, target: { a: '…' } }),
    resolve: (request) => {
      shown.push(request);
      return {
        ...{ outcome: 'approve', verdict: { decision: 'allow' } },
        context_identity: request.context_identity,
      };
    },
  };
  const judged = await judge(['lift:l'], first, undefined, { approval });
  expect(judged.came).toBe('A');
  expect(shown[0]?.context.target).toEqual({ a: '…' });
  expect(shown[0]?.context_identity).not.toBe(judged.record?.input_identity);
});

test.each(['jcs-own', 'Mine', '1a', ''])('an identity may not be called %j', (name) => {
  const identity = { name, of: () => 'x' };
  expect(() => openInterception({ interceptors: [], identity }, () => 's')).toThrow(
    /identity\.name/,
  );
});

test('a property: no record holds anything of what was judged', async () => {
  const secret = 'S3CRET';
  const values = fc.oneof(fc.constant(secret), fc.constant({ deep: [secret] }));
  await fc.assert(
    fc.asyncProperty(values, fc.constantFrom(first, all, strict, same), async (value, how) => {
      const rewrites = () => ({
        ...{ decision: 'transform', message: 'm'.repeat(600) },
        transform: { path: '$target.a', value },
      });
      const lifts = () => ({ decision: 'deny', approval: { shown: value } });
      for (const one of [rewrites, lifts]) {
        const { record } = await judge([], how, 'yes', { interceptors: [one] });
        expect(JSON.stringify(record)).not.toContain(secret);
        expect(Buffer.byteLength(record?.verdict.message ?? '')).toBeLessThanOrEqual(256);
      }
    }),
    { numRuns: 30 },
  );
});
