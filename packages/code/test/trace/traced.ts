import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Reply } from '../../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import type { Trace } from '../../src/trace/build/trace.ts';
import { type Place, place, wave } from '../helpers.ts';

/** A project in which something happened: a turn of `wave -p` for each script. */
export async function traced(settings: object, ...turns: (readonly Reply[])[]) {
  const where = place();
  const file = where.write('home/.wave/settings.json', settings);
  const server = await startWire();
  onTestFinished(() => server.close());
  const say = async (prompt: string, ...script: readonly Reply[]) => {
    server.script(...script);
    return wave(['-p', prompt, '--continue'], where, { env: server.env('anthropic') });
  };
  for (const [at, script] of turns.entries()) {
    server.script(...script);
    const args = ['-p', `prompt ${at}`, ...(at === 0 ? [] : ['--continue'])];
    await wave(args, where, { env: server.env('anthropic') });
  }
  const read = (name: string): Trace => readPage(where, name);
  return { where, file, server, say, read };
}

/** What a page in the project shows. */
export function readPage({ project }: Place, name: string): Trace {
  const html = readFileSync(join(project, name), 'utf8');
  const [, json = ''] = /id="trace">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json) as Trace;
}
