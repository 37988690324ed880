import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Agent, EndReason } from '@wavehooks/agent-sdk';
import { sayReadClaude } from '@wavehooks/settings';
import { render } from 'ink';
import { closeSession, followRuns } from '../agent/close/close-session.ts';
import { saidIn, saidLine } from '../agent/close/told.ts';
import { earlierSession } from '../agent/open/earlier-session.ts';
import { readFlags } from '../agent/open/flags.ts';
import { type Command, type Io, UsageError } from '../cli/command.ts';
import { inStages } from '../cli/signals.ts';
import { indent, printable } from '../cli/style.ts';
import { openObservers } from '../hooks/event/observe.ts';
import { askToApprove, askToRead } from './approve.tsx';
import { COMMANDS } from './commands/commands.ts';
import { echoing, runCommand } from './commands/run-command.ts';
import { asksThrough } from './control/asks.ts';
import type { CommandContext } from './control/command.ts';
import { type Controller, createController } from './control/controller.ts';
import { ERASE_SCREEN, lastScreen, scrolledAway } from './draw/redraw.ts';
import { openHistory } from './editor/history.ts';
import { INK } from './ink.ts';
import { projectFiles } from './machine/project-files.ts';
import { PLAIN_NAMES } from './plain/commands.ts';
import { type Plain, runPlain } from './plain/run-plain.ts';
import { askBackground } from './start/background.ts';
import { boundYoungHeap } from './start/memory.ts';
import { lacksKey, openAgent, unreadClaude, waitingFor } from './start/open-agent.ts';
import { earlier, welcome } from './start/welcome.ts';
import { START } from './state/state.ts';
import { createStore } from './state/store.ts';
import { counted } from './text/lines.ts';
import { painterOf, themeOf } from './text/theme.ts';
import { App } from './view/app.tsx';
import { PaintContext } from './view/parts/context.ts';

/** Opens the project, then the screen; returns the exit code when the user leaves. */
export const screen: Command = async (args, io) => {
  const flags = readFlags(args);
  if (flags.outputSchema !== undefined)
    throw new UsageError(
      '--output-schema is for one prompt: wave -p "prompt" --output-schema FILE',
    );
  const plain = flags.plain || process.env['TERM'] === 'dumb';
  // From here on keys are ours: none is echoed into the first picture, or lost.
  if (!plain) process.stdin.setRawMode(true);
  const theme = plain ? 'none' : (themeOf(process.env) ?? askBackground(process.stdin, io.out));
  const paint = painterOf((await theme) ?? 'dark');
  const unread = unreadClaude(flags, io);
  const reads = unread.length === 0 ? 'declined' : await askToRead(unread, paint, plain, io);
  if (reads === 'left') return 130;
  if (unread.length > 0) sayReadClaude(reads === 'approved', homedir());
  const waiting = waitingFor(flags, io);
  const answer =
    waiting.items.length === 0 ? 'approved' : await askToApprove(waiting.items, paint, plain, io);
  if (answer === 'left') return 130;
  if (answer === 'approved') await waiting.approveAll();
  const home = homedir();
  const store = createStore();
  const asks = asksThrough(store, ([first]) =>
    controller.agent.notify('elicitation_dialog', `Wave asks: ${first?.question ?? ''}`),
  );
  const open = (resume: string | undefined) => openAgent(flags, io, asks, resume);
  const agent = await open(earlierSession(flags, io, home));
  const facts = { declined: [], lacksKey: lacksKey(flags, io), paint };
  const observers = openObservers(io);
  const runs = followRuns();
  const observe = (to: Agent) => {
    to.subscribe(runs.hear);
    to.subscribe((event) => {
      if (event.is === 'hook') observers.observe(event.run);
    });
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
      const items = [...welcome(controller.agent, facts), ...earlier(controller.agent)];
      store.dispatch({ is: 'wipe', items });
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
    leave: () => front.current.leave(),
  };
  const declined = answer === 'approved' ? [] : waiting.items;
  controller.show(...welcome(agent, { ...facts, declined }), ...earlier(agent));
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
  const signals = inStages(leaveNow, () => skip.abort());
  const shown = plain ? runPlain(controller, io.out) : runInk(context, front);
  if (plain) front.current = { ...shown, clear: () => {} };
  // The first picture stands: its hooks do not hold it up.
  agent.start();
  await shown.left;
  signals.past();
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
};

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

/** Whatever shows the conversation; `clear` makes room for another one. */
type Front = { current: Pick<CommandContext, 'open' | 'leave'> & { clear(): void } };

/** In place, so that all that was said stays in the terminal's scrollback. */
function runInk(context: CommandContext, front: Front): Plain {
  const { controller, paint } = context;
  const clear = () => {
    app.clear();
    process.stdout.write(scrolledAway(process.stdout.rows));
  };
  const app = render(
    <PaintContext value={paint}>
      <App
        controller={controller}
        context={context}
        files={projectFiles(controller.agent.projectDir)}
        now={Date.now}
        onReady={(ready) => {
          front.current = { ...ready, clear };
        }}
      />
    </PaintContext>,
    INK,
  );
  const left = app.waitUntilExit().then(() => {});
  return { left, leave: () => app.unmount(), open: (panel) => front.current.open(panel) };
}

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

/** A change of the settings on disk, or a failing server, is reported at once, not with the next prompt. */
async function tellChanges({ agent, show }: Controller): Promise<void> {
  const text = await agent.hooks.notice();
  if (text) {
    const where = agent.hooks.differs() ? ': /hooks shows it' : '';
    show({ is: 'told', tone: 'warning', text: text + where });
  }
  show(...agent.mcp.news().map((news) => ({ is: 'told', ...news }) as const));
}
