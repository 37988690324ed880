import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@wavehooks/hooks';
import { describe, expect, test } from 'vitest';
import { place, wave } from './helpers.ts';
import { moreVectors } from './more-vectors.ts';
import { serversOf, settingsOf, type Text, vectors } from './vector.ts';

const fits = (text: string, wanted: Text) =>
  typeof wanted === 'string' ? text.trim() === wanted.trim() : text.includes(wanted.has);

function expectTexts(told: { text: string }[], wanted: Text[] | undefined, what: string) {
  if (!wanted) return;
  expect(told.length, `${what}: ${JSON.stringify(told)}`).toBe(wanted.length);
  wanted.forEach((text, at) => {
    expect(fits(told[at]?.text ?? '', text), `${what}[${at}]: ${told[at]?.text}`).toBe(true);
  });
}

function expectCount(told: { text: string }[], wanted: number | undefined) {
  if (wanted === undefined) return;
  expect(told.length).toBeGreaterThanOrEqual(wanted);
  for (const { text } of told) expect(text.trim()).not.toBe('');
}

describe.concurrent('vectors', () => {
  test.each([...vectors, ...moreVectors])('$name', { concurrent: false }, async (vector) => {
    const where = place();
    const settings = settingsOf(vector, where, {}, await serversOf(vector));
    const began = Date.now();
    const result = await wave(
      ['hooks', 'run', vector.event, '--settings', settings, '--only', '--json'],
      where,
      { stdin: JSON.stringify(vector.input) },
    );
    expect(result).toMatchObject({ code: 0, stderr: '' });
    if (vector.maxMs) expect(Date.now() - began).toBeLessThan(vector.maxMs);
    const verdict = JSON.parse(result.stdout) as Verdict;
    const wanted = vector.expect;
    expect(verdict.decision).toBe(wanted.decision);
    expect(verdict.input).toEqual(wanted.input);
    expect(verdict.output).toEqual(wanted.output);
    expect(verdict.prompt).toEqual(wanted.prompt);
    if (wanted.decidedBy) expect(verdict.decidedBy).toEqual(wanted.decidedBy);
    if (wanted.rewrittenBy) expect(verdict.rewrittenBy).toEqual(wanted.rewrittenBy);
    expect(verdict.erasePrompt).toBe(wanted.erasePrompt ?? false);
    if (wanted.stopReason !== undefined) expect(verdict.stopReason).toBe(wanted.stopReason);
    expectTexts(verdict.toAgent, wanted.toAgent, 'toAgent');
    expectTexts(verdict.toUser, wanted.toUser, 'toUser');
    expectTexts(verdict.context, wanted.context, 'context');
    expectCount(verdict.toAgent, wanted.toAgentCount);
    expectCount(verdict.toUser, wanted.toUserCount);
    for (const part of wanted.toUserHas ?? [])
      expect(verdict.toUser.some(({ text }) => text.includes(part))).toBe(true);
    if (wanted.runs !== undefined) expect(verdict.runs.length).toBe(wanted.runs);
    if (wanted.outcomes) expect(verdict.runs.map((run) => run.outcome.is)).toEqual(wanted.outcomes);
    if (wanted.file)
      expect(readFileSync(join(where.project, wanted.file[0]), 'utf8')).toBe(wanted.file[1]);
  });
});
