import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Agent, EndReason } from '@wavehooks/agent-sdk';
import { setUserField } from '@wavehooks/settings';
import { closeSession, followRuns } from '../agent/close/close-session.ts';
import { saidIn, saidLine } from '../agent/close/told.ts';
import { earlierSession } from '../agent/open/earlier-session.ts';
import { readFlags } from '../agent/open/flags.ts';
import { type Io, UsageError } from '../cli/command.ts';
import { inStages } from '../cli/signals.ts';
import { indent, printable } from '../cli/style.ts';
import { openObservers } from '../hooks/event/observe.ts';
import { observeAgent } from '../trace/observe-agent.ts';
import { approving, askFirst, reading } from './approve.tsx';
import { COMMANDS } from './commands/commands.ts';
import { echoing, runCommand } from './commands/run-command.ts';
import { asksThrough } from './control/asks.ts';
import type { CommandContext } from './control/command.ts';
import { createController } from './control/controller.ts';
import { ERASE_SCREEN, lastScreen, scrolledAway } from './draw/redraw.ts';
import { openHistory } from './editor/history.ts';
import { bindOwnKeys } from './editor/own-keys.ts';
import { PLAIN_NAMES } from './plain/commands.ts';
import { runPlain } from './plain/run-plain.ts';
import { type Front, runInk } from './run-ink.tsx';
import { askTerminal, type Told } from './start/ask-terminal.ts';
import { boundYoungHeap } from './start/memory.ts';
import { callsFor, lacksKey, openAgent, unreadClaude, waitingFor } from './start/open-agent.ts';
import type { Taken } from './start/take-terminal.ts';
import { earlier, READING, welcome } from './start/welcome.ts';
import { START } from './state/state.ts';
import { createStore } from './state/store.ts';
import { tellChanges, tellNews } from './tell-news.ts';
import { type Hold, holdTerminal } from './terminal/hold.ts';
import { hasLinks } from './terminal/links.ts';
import { leftovers } from './terminal/modes.ts';
import { counted } from './text/lines.ts';
import { chosenTheme, type Paint, painterOf, type Theme, themeOf } from './text/theme.ts';

/** Opens the project, then the screen; returns the exit code when the user leaves. */
export const screen = async (args: string[], io: Io, taken: Taken | undefined): Promise<number> => {
  const flags = readFlags(args);
  if (flags.input === 'stream-json')
    throw new UsageError('--input-format stream-json goes with -p and a pipe as stdin');
  if (flags.outputSchema !== undefined)
    throw new UsageError(
      '--output-schema is for one prompt: wave -p "prompt" --output-schema FILE',
    );
  const plain = taken === undefined;
  const known = plain ? 'none' : themeOf(process.env);
  const told = await (taken?.told ?? askPlainly(io));
  if (process.env['TERM'] !== 'dumb') io.out(leftovers({ ...told, env: process.env }));
  const theme = known ?? told.background ?? 'dark';
  const paint = painterOf(theme, !plain && hasLinks(process.env));
  // From here on keys are ours: none is echoed into a picture, or lost.
  const hold = plain
    ? undefined
    : holdTerminal(process.stdin, { ...told, env: process.env }, io.out);
  try {
    return await opened({ flags, io, paint, theme, hold, taken });
  } finally {
    hold?.close();
  }
};

/** The plain mode asks as well, for what a screen that was killed left behind. */
async function askPlainly(io: Io): Promise<Told> {
  const { stdin, env } = process;
  if (env['TERM'] === 'dumb') return { background: undefined, kitty: undefined };
  stdin.setRawMode(true);
  const told = await askTerminal(stdin, io.out, false);
  stdin.setRawMode(false);
  return told;
}

interface Opening {
  readonly flags: ReturnType<typeof readFlags>;
  readonly io: Io;
  readonly paint: Paint;
  /** The one that goes with the terminal. */
  readonly theme: Theme;
  /** Without it, the plain mode. */
  readonly hold: Hold | undefined;
  /** What held the terminal until now. */
  readonly taken: Taken | undefined;
}

async function opened({ flags, io, paint, theme, hold, taken }: Opening): Promise<number> {
  const plain = hold === undefined;
  const unread = unreadClaude(flags, io);
  if (unread.length > 0) taken?.replaceLine();
  const reads =
    unread.length === 0 ? 'declined' : await askFirst(reading(unread), paint, hold?.stdin, io);
  if (reads === 'left') return 130;
  if (unread.length > 0) setUserField('readClaudeCode', reads === 'approved');
  const waiting = waitingFor(flags, io);
  if (waiting.items.length > 0) taken?.replaceLine();
  const answer =
    waiting.items.length === 0
      ? 'approved'
      : await askFirst(approving(waiting, paint), paint, hold?.stdin, io);
  if (answer === 'left') return 130;
  if (answer === 'approved' && waiting.items.length > 0) await waiting.approveAll();
  const home = homedir();
  const how = READING[plain ? 'plain' : 'screen'];
  const store = createStore();
  const observers = openObservers(io);
  const asks = {
    ...asksThrough(store, ([first]) =>
      controller.agent.notify('elicitation_dialog', `Wave asks: ${first?.question ?? ''}`),
    ),
    ...(await observers.forAgent()),
  };
  const open = (resume: string | undefined) => openAgent(flags, io, asks, resume);
  // Only the first: whoever resumes another session later wants that one.
  const agent = await openAgent(flags, io, asks, earlierSession(flags, io, home), flags.fork);
  const facts = { declined: [], lacksKey: await lacksKey(flags, io), paint };
  const { theme: set, colours = {}, keys = {}, editorMode } = agent.settings?.settings ?? {};
  const show = (name: Theme) => plain || paint.use?.(name, colours);
  show(chosenTheme(process.env, set) ?? theme);
  const runs = followRuns();
  const observe = (to: Agent) => {
    to.subscribe(runs.hear);
    observeAgent(to, observers);
    return to;
  };
  const controller = createController(observe(agent), {
    store,
    history: openHistory(join(home, '.wave', 'history.jsonl')),
    now: Date.now,
    later: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    // In the plain mode the line that was typed stands there by itself.
    command: (name, words) =>
      runCommand(plain ? context : echoing(context, name, words), name, words),
    commands: plain ? PLAIN_NAMES : COMMANDS.map(({ name }) => name),
  });
  const front: Front = { current: { open: () => {}, leave: () => {}, clear: () => {} } };
  let chosen: string | undefined;
  const context: CommandContext = {
    controller,
    paint,
    print: (...lines) => controller.show({ is: 'output', lines }),
    open: (panel) => front.current.open(panel),
    busy: controller.busy,
    fill: controller.fill,
    redraw: (canvas) => {
      const { rows } = process.stdout;
      const from = lastScreen(store.get().printed, canvas, rows - BELOW);
      // Where ours does not fill the screen, what is above it is from before, and not ours to erase.
      process.stdout.write(from === START ? scrolledAway(rows) : ERASE_SCREEN);
      store.dispatch({ is: 'redraw', from });
    },
    restart: () => {
      front.current.clear();
      const { before, items } = earlier(controller.agent, how);
      const all = [...welcome(controller.agent, facts), ...items];
      store.dispatch({ is: 'wipe', before, items: all });
    },
    change: async (resume) => {
      const before = controller.agent;
      await controller.change(
        resume === undefined ? 'clear' : 'resume',
        async () => observe(asChosen(await open(resume), before, chosen, resume)),
        context.restart,
      );
    },
    chooseModel: (name) => {
      controller.agent.switchModel(name);
      chosen = name;
    },
    chooseTheme: (name) => {
      show(name);
      controller.agent.hooks.setField('theme', name);
    },
    leave: () => front.current.leave(),
  };
  const declined = answer === 'approved' ? [] : waiting.items;
  controller.show(...welcome(agent, { ...facts, declined }));
  controller.show(
    ...bindOwnKeys(keys).map((text) => ({ is: 'told', tone: 'warning', text }) as const),
  );
  store.dispatch({ is: 'vim', on: editorMode === 'vim' });
  store.dispatch({ is: 'resumed', ...earlier(agent, how) });
  const watching = setInterval(() => void tellChanges(controller), WATCH_MS);
  const stopBounding = boundYoungHeap();
  let reason: EndReason = 'prompt_input_exit';
  const leaveNow = () => {
    reason = 'other';
    shown.leave();
  };
  whenTerminalGoes(io, leaveNow);
  const skip = new AbortController();
  // Before the terminal is changed: whoever ends it meanwhile gets it back as it was.
  const signals = inStages(
    leaveNow,
    () => skip.abort(),
    () => shown.isLent(),
  );
  taken?.heard();
  taken?.replaceLine();
  const shown = hold ? runInk(context, front, hold) : runPlain(controller, io.out);
  if (plain) front.current = { ...shown, clear: () => {} };
  const endNews = tellNews(controller, callsFor(agent), hold, io.out);
  // The first picture stands: its hooks do not hold it up.
  agent.start();
  await shown.left;
  signals.past();
  endNews();
  clearInterval(watching);
  stopBounding();
  // Nobody else has them: they are in no session, and in no history.
  io.out(notSent(store.get().queued.map(({ text }) => text)));
  store.dispatch({ is: 'queued', queued: [] });
  controller.agent.subscribe((event) => io.err(saidIn(event).map(saidLine).join('')));
  await closeSession(() => controller.close({ reason, signal: skip.signal }), runs, io);
  signals.ignore();
  await observers.close();
  const { sessionId, messages } = controller.agent;
  // Without a message there is nothing to go on with.
  if (messages.length > 0) io.out(`To resume this session: wave resume ${sessionId.slice(0, 8)}\n`);
  return 0;
}

/** A terminal that is gone takes nothing any more: the session ends with its hooks, as by a signal. */
function whenTerminalGoes(io: Io, act: () => void): void {
  io.whenBroken(act);
  for (const stream of [process.stdin, process.stdout]) stream.on('error', act);
  process.stdin.on('end', act);
}

/** What the user would have to type once more. */
const notSent = (queued: readonly string[]): string =>
  queued.length === 0
    ? ''
    : `${counted(queued.length, 'prompt')} that waited ${queued.length === 1 ? 'was' : 'were'} not sent:\n${indent(queued.map(printable).join('\n'), '  ')}\n`;

/**
 * The model and the mode are the user's choice for as long as the screen is open; what was allowed
 * holds on in a new conversation, and not in an earlier session that is gone on with.
 */
function asChosen(
  next: Agent,
  before: Agent,
  model: string | undefined,
  resumed: string | undefined,
): Agent {
  if (model !== undefined) next.switchModel(model);
  next.permissionMode = before.permissionMode;
  next.effort = before.effort;
  if (resumed !== undefined) return next;
  next.takeOverRules(before);
  return next;
}

/** Rows that the input box and the status line take, at the least. */
const BELOW = 4;

const WATCH_MS = 1_500;
