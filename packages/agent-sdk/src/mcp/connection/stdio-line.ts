import type { Readable } from 'node:stream';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/client';
import { makePinCheck } from '@wavehooks/hooks/scripts';
import {
  type Companion,
  type Outcome,
  startCompanion,
  type TracePlace,
  traceVariables,
} from '@wavehooks/process';
import { atMost } from '../../base/wait.ts';
import { allowance, FLOOD, MCP_LIMITS } from '../config/mcp-limits.ts';
import type { Surroundings } from '../config/read-server.ts';
import type { StdioSpec } from '../config/server-spec.ts';
import { isRequest, type Line } from './line.ts';
import { countLines, lineReader } from './line-reader.ts';

/** A program that takes or says nothing any more is mostly about to end. */
const END_MS = 1_000;

/**
 * A server that is a program of ours. In place of the library's own line, which starts it in our
 * process group and ends it alone: what it started in turn would stay.
 */
export function stdioLine(spec: StdioSpec, around: Around): Line {
  const read = lineReader();
  const spare = allowance();
  let program: Companion | undefined;
  let fate: string | undefined;
  let words = () => '';
  let ending = false;
  let over = false;
  let ended: Promise<void> = Promise.resolve();
  const finish = () => {
    if (over) return;
    over = true;
    line.onclose?.();
  };
  const line: Line = {
    fate: () => fate,
    words: () => words(),
    start: async () => {
      const started = await launch(spec, around);
      if (typeof started === 'string') {
        fate = started;
        throw new Error(started);
      }
      program = started;
      words = tailOf(started.stderr);
      started.stdout.on('data', (chunk: Buffer) => {
        if (over) return;
        if (spare.spend(chunk.length, countLines(chunk))) return read(chunk).forEach(take);
        fate ??= FLOOD;
        void line.close();
      });
      started.stdout.once('end', async () => {
        // Mostly because it ends; how it ended says more.
        await atMost(END_MS, ended);
        if (over) return;
        fate ??= 'it closed its output';
        await line.close();
      });
      ended = started.exited.then(async (outcome) => {
        // Its last words may still be in the pipes.
        await started.end();
        if (!ending) fate ??= endText(outcome);
        finish();
      });
    },
    send: async (message) => {
      if (isRequest(message)) spare.renew();
      try {
        await write(program, serializeMessage(message));
      } catch (error) {
        // A closed pipe is how an end looks from here; how it ended is what there is to tell.
        await atMost(END_MS, ended);
        throw error;
      }
    },
    close: async () => {
      ending = true;
      await program?.end();
      finish();
    },
  };
  /** Programs print all sorts of things; anything but a message is ignored. */
  const take = (text: string) => {
    if (text.trim() === '' || over) return;
    try {
      line.onmessage?.(deserializeMessage(text));
    } catch (error) {
      line.onerror?.(error as Error);
    }
  };
  return line;
}

type Around = Pick<Surroundings, 'projectDir' | 'sandbox'> & {
  readonly trace?: TracePlace | undefined;
};

async function launch(
  spec: StdioSpec,
  { projectDir, sandbox, trace }: Around,
): Promise<Companion | string> {
  const check = makePinCheck();
  const changed = spec.pins.flatMap((pin) => check(pin, projectDir) ?? []);
  if (changed.length > 0) return `${changed.join(', ')}, so it was not started`;
  const plan = spec.sandbox ? ((await sandbox?.plan('workspace')) ?? NONE) : undefined;
  if (plan && 'fault' in plan) return `it has to run in a sandbox, and ${plan.fault}`;
  const started = await startCompanion({
    ...{ ...spec, file: spec.command, sandbox: plan },
    extra: trace && traceVariables(trace),
  });
  return typeof started === 'string' ? `it could not be started: ${started}` : started;
}

const NONE = { fault: 'there is none to lend here' };

function write(program: Companion | undefined, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!program?.stdin.writable) return reject(new Error('its input is closed'));
    program.stdin.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** The end of what a program says: that is where it says why it gave up. */
function tailOf(stream: Readable): () => string {
  let tail = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-MCP_LIMITS.stderrBytes);
  });
  return () => tail.toString('utf8').trim();
}

function endText(outcome: Outcome): string {
  if (outcome.is === 'exit') return `it ended with exit code ${outcome.code}`;
  if (outcome.is === 'signal') return `it was ended by ${outcome.signal}`;
  return outcome.is === 'start' ? `it could not be started: ${outcome.error}` : 'it ended';
}
