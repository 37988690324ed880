import { setImmediate as nextTurn } from 'node:timers/promises';
import { hurryLauncher } from '@wavehooks/process';
import { streamOf } from '../../model/stream-of.ts';
import { decidePermission } from '../../permissions/decide.ts';
import { lookAt } from '../../permissions/facts/facts.ts';
import { parseInput } from '../../tools/tool-input.ts';
import type { Model } from '../../vocabulary/model.ts';
import type { Place, Tool } from '../../vocabulary/tool.ts';
import { laneOf } from './lane-of.ts';

/** What is done while the model thinks, so that the first call of a process does not wait for it. */
export interface Rehearsal {
  /** The request is on its way. */
  begin(): void;
  /** The answer is there: what is not done by now is left to the call. */
  end(): void;
}

/** It reads, looks for programs and files, and has a word of each kind. It is never run. */
const INPUT = {
  command: 'cd . && grep -n "a  b" ./*.none | head -5; test -f "$HOME/none" || true',
};

const IN_FORCE = {
  rules: { allow: ['Bash(npm test *)'], ask: ['Bash(git push *)'], deny: ['Read(.env)'] },
  mode: 'default',
  verdict: 'none',
  canAsk: false,
} as const;

/** Code that ran once is read and compiled: once is enough for a process. */
let isDone = false;

/** What the first call of a process will pass. */
export interface Rehearsed {
  readonly model: Model;
  /** The shell tool, where the agent has it. */
  readonly tool: Tool | undefined;
  readonly place: () => Place;
}

export function openRehearsal(rehearsed: Rehearsed): Rehearsal {
  const over = new AbortController();
  return {
    begin: () => {
      if (isDone) return;
      isDone = true;
      void play(piecesOf(rehearsed, over.signal), over.signal);
    },
    end: () => over.abort(),
  };
}

type Piece = () => unknown;

/** Piece by piece, each in a turn of the loop: keys and the answer come between. */
async function play(pieces: readonly Piece[], signal: AbortSignal): Promise<void> {
  for (const piece of pieces) {
    await nextTurn();
    if (signal.aborted) return;
    await tryOut(piece);
  }
}

const piecesOf = ({ model, tool, place }: Rehearsed, signal: AbortSignal): readonly Piece[] => [
  hurryLauncher,
  () => readAnswer(model, signal),
  ...(tool
    ? [
        () => parseInput(tool, INPUT),
        () => laneOf(tool, INPUT, place()),
        () => decidePermission(lookAt({ tool, input: INPUT, place: place() }).facts(IN_FORCE)),
      ]
    : []),
];

async function readAnswer(model: Model, signal: AbortSignal): Promise<void> {
  const { rehearse } = model;
  if (!rehearse) return;
  const dry: Model = { id: model.id, stream: () => rehearse.call(model, signal) };
  for await (const _ of streamOf(dry, NO_REQUEST, signal));
}

const NO_REQUEST = { system: '', messages: [], tools: [] };

/** What fails here fails again in the call, which reports it. */
async function tryOut(piece: Piece): Promise<void> {
  try {
    await piece();
  } catch {}
}
