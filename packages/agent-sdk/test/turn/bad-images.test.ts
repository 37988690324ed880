import { appendFileSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { DOT } from '../mcp/dot.ts';
import { failureOf, modelAt, request } from '../model/helpers.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { startWire } from '../wire/server.ts';

const good = { type: 'image', mediaType: 'image/png', content: DOT };
const bad: [string, unknown, string][] = [
  ['what is no base64', { ...good, content: 'not base64!' }, 'its content is no base64: "not'],
  ['a data address', { ...good, content: `data:image/png;base64,${DOT}` }, 'is no base64: "data:'],
  ['nothing in it', { ...good, content: '' }, 'it is no PNG, JPEG, GIF or WebP'],
  ['another file', { ...good, content: 'aGVsbG8=' }, 'it is no PNG, JPEG, GIF or WebP'],
  ['half an image', { ...good, content: DOT.slice(0, 40) }, 'no whole image/png image: it ends'],
  ['another kind', { ...good, mediaType: 'application/pdf' }, 'mediaType such as "image/png", got'],
  ['no kind', { type: 'image', content: DOT }, 'mediaType such as "image/png", got nothing'],
  ['no content', { type: 'image', mediaType: 'image/png' }, 'a text in base64, got nothing'],
  ['bytes', { ...good, content: Buffer.from(DOT, 'base64') }, 'a text in base64, got {'],
  ['null', null, 'mediaType such as "image/png", got nothing'],
  ['a text', 'abc', 'mediaType such as "image/png", got nothing'],
];

/** A tool of a host that gives back whatever it is told to. */
const shot = (images: unknown): Tool => ({
  name: 'Shot',
  description: 'A screenshot.',
  input: z.object({}) as never,
  effect: 'none',
  run: async () => ({ success: true, text: 'taken', images }) as never,
});

describe('an image that is none', () => {
  test.each(bad)('in a prompt: %s', async (_, image, why) => {
    const { agent, server, sent } = await openAgent({ session: { keep: true } });
    const events: string[] = [];
    agent.subscribe(({ is }) => events.push(is));
    const sending = agent.sendMessage('LOOK', { images: [good, image] as never });
    await expect(sending).rejects.toThrow(TypeError);
    await expect(sending).rejects.toThrow(`images[1] cannot be shown to a model: `);
    await expect(sending).rejects.toThrow(why);
    expect([agent.messages, events, readFileSync(agent.transcriptPath, 'utf8')]).toEqual([
      [],
      [],
      '',
    ]);
    server.script(say('fine'));
    expect(await agent.sendMessage('NEXT')).toMatchObject({ ended: 'done', text: 'fine' });
    expect(sent()).not.toContain('LOOK');
  });

  test('a list that is none', async () => {
    const { agent } = await openAgent();
    for (const images of ['abc', {}, 5, null])
      await expect(agent.sendMessage('LOOK', { images } as never)).rejects.toThrow(
        /images: expected a list of images, got/,
      );
  });

  test.each(bad)('in the result of a tool: %s', async (_, image, why) => {
    const { agent, server } = await openAgent({ tools: [shot([image, good])] });
    server.script(call('Shot', {}), say('seen'), say('on'));
    expect(await agent.sendMessage('SHOOT')).toMatchObject({ ended: 'done', text: 'seen' });
    expect(await agent.sendMessage('NEXT')).toMatchObject({ ended: 'done', text: 'on' });
    const [block] = blocksOf(agent.messages, 'tool');
    expect(block?.result).toMatch(/^taken\n\[An image was left out: /);
    expect(block?.result).toContain(why);
    expect(block).toMatchObject({ success: true, images: [good] });
    expect(server.faults).toEqual([]);
  });

  test('images of a tool that are no list', async () => {
    const { agent, server, sent } = await openAgent({ tools: [shot(5)] });
    server.script(call('Shot', {}), say('seen'));
    expect(await agent.sendMessage('SHOOT')).toMatchObject({ ended: 'done' });
    expect(sent()).toContain('An image was left out');
  });
});

test('an image is what its bytes are, whatever it is called', async () => {
  const { agent, server } = await openAgent();
  server.script(say('seen'));
  const lines = DOT.replace(/.{20}/g, '$&\n');
  const images = [{ type: 'image', mediaType: 'image/jpg', content: lines }] as const;
  await agent.sendMessage('LOOK', { images });
  expect(blocksOf(agent.messages, 'image')).toEqual([good]);
  expect(server.faults).toEqual([]);
});

test('a session whose file holds such images can be gone on with, and the user is told', async () => {
  const [workdir, home] = [tempDir(), tempDir()];
  const first = await openAgent({ workdir, home, session: { keep: true } });
  first.server.script(say('ok'));
  await first.agent.sendMessage('FIRST');
  await first.agent.close();
  const broken = { ...good, content: 'not base64!' };
  const tool = { type: 'tool', id: 'c1', name: 'Shot', parameters: {}, stage: 'pending' };
  const patch = { stage: 'end', result: 'taken', images: [null, good] };
  const lines = [
    {
      is: 'added',
      message: {
        id: 'm1',
        role: 'user',
        from: 'prompt',
        blocks: [{ type: 'text', content: 'LOOK' }, broken],
      },
    },
    { is: 'added', message: { id: 'm2', role: 'assistant', blocks: [tool] } },
    { is: 'tool', call: 'c1', patch },
  ];
  for (const line of lines) appendFileSync(first.agent.transcriptPath, `${JSON.stringify(line)}\n`);
  const { agent, server, sent } = await openAgent({
    workdir,
    home,
    session: { keep: true, resume: first.agent.sessionId },
  });
  expect(agent.problems.map(({ text }) => text)).toEqual([
    expect.stringMatching(/2 images in it cannot be shown to a model and are left out$/),
  ]);
  server.script(say('fine'));
  expect(await agent.sendMessage('NEXT')).toMatchObject({ ended: 'done', text: 'fine' });
  expect(server.faults).toEqual([]);
  expect(sent().split('An image was here. You do not have it any more.')).toHaveLength(3);
  expect(sent().split(DOT)).toHaveLength(2);
});

test.each(['anthropic', 'chat'] as const)(
  'a request that cannot be made is told as that, and not tried again (%s)',
  async (protocol) => {
    const server = await startWire();
    const { model, waits } = modelAt(server, protocol);
    const file = { type: 'file', data: 'not base64!', mediaType: 'nonsense' } as const;
    const { error } = await failureOf(model, request({ role: 'user', content: [file] }));
    expect(error).toMatchObject({
      kind: 'request',
      message: expect.stringMatching(/^The request could not be made/),
    });
    expect([waits, server.requests]).toEqual([[], []]);
    await server.close();
  },
);
