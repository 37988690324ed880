import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOT } from '../mcp/dot.ts';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { call, fail, say } from '../wire/reply.ts';

const GONE = 'An image was here. You do not have it any more.';
const REFUSED = fail(400, { message: 'Could not process image' });
const image = { type: 'image', mediaType: 'image/png', content: DOT } as const;
const lastRequest = ({ server }: Awaited<ReturnType<typeof talk>>) =>
  JSON.stringify(server.requests.at(-1)?.body.messages);

test('a file that only begins like an image is not attached, and told', async () => {
  const workdir = tempDir();
  writeFileSync(join(workdir, 'bad.png'), Buffer.from(DOT, 'base64').subarray(0, 8));
  const t = await talk({ workdir, prompt: '@bad.png look', script: [say('ok')] });
  expect(blocksOf(t.agent.messages, 'notice').map(({ content }) => content)).toEqual([
    `@bad.png was not attached: ${workdir}/bad.png cannot be shown: it is no whole image/png image: it ends early.`,
  ]);
  expect(blocksOf(t.agent.messages, 'image')).toEqual([]);
});

describe.each(['anthropic', 'chat'] as const)('an image that %s refuses', (protocol) => {
  test('of a prompt: it goes, the model is told, and the session is not spoilt', async () => {
    const [workdir, home] = [tempDir(), tempDir()];
    writeFileSync(join(workdir, 'dot.png'), Buffer.from(DOT, 'base64'));
    const t = await talk({
      protocol,
      workdir,
      home,
      session: { keep: true },
      prompt: '@dot.png look',
      script: [REFUSED, say('I cannot see it')],
    });
    expect(t.result).toMatchObject({ ended: 'done', text: 'I cannot see it', requests: 2 });
    expect(t.server.requests.map(({ body }) => JSON.stringify(body).includes(DOT))).toEqual([
      true,
      false,
    ]);
    expect(lastRequest(t)).toContain(GONE);
    expect(blocksOf(t.agent.messages, 'notice')[0]?.content).toMatch(
      /does not take an image \(400: Could not process image.*\)\. 1 image was taken out/,
    );
    await t.agent.close();
    const goOn = { keep: true, resume: t.agent.sessionId };
    const next = await talk({ protocol, workdir, home, session: goOn, script: [say('fine')] });
    expect(next.sent).not.toContain(DOT);
    expect(next.sent).toContain(GONE);
    expect(readFileSync(next.agent.transcriptPath, 'utf8')).toContain(DOT);
  });

  test('of a tool: the result stays, and images that were taken before stay', async () => {
    const workdir = tempDir();
    writeFileSync(join(workdir, 'dot.png'), Buffer.from(DOT, 'base64'));
    const t = await talk({ protocol, workdir, script: [say('hello')] });
    t.server.script(say('seen'));
    await t.agent.sendMessage('LOOK', { images: [image] });
    const read = call('Read', { file_path: join(workdir, 'dot.png') });
    await t.send('READ', read, REFUSED, say('ok'));
    expect(lastRequest(t).split(DOT)).toHaveLength(2);
    expect(blocksOf(t.agent.messages, 'tool')[0]?.result).toBe(
      `An image (image/png, 67 bytes).\n[${GONE}]`,
    );
    expect(t.server.faults).toEqual([]);
  });

  test('by a model that takes none: all of them go, and without any the turn fails', async () => {
    const t = await talk({ protocol, script: [say('hello')] });
    t.server.script(say('seen'));
    await t.agent.sendMessage('LOOK', { images: [image, image] });
    expect(await t.send('ON', REFUSED, say('ok'))).toMatchObject({ ended: 'done', text: 'ok' });
    expect(lastRequest(t)).not.toContain(DOT);
    const told = blocksOf(t.agent.messages, 'notice').map(({ content }) => content);
    expect(told.join()).toContain('2 images were taken out');
    expect(await t.send('ON', REFUSED)).toMatchObject({
      ended: 'failed',
      error: expect.stringContaining('does not take an image'),
    });
  });
});
