import { homedir } from 'node:os';
import { join } from 'node:path';
import { render } from 'ink';
import { latestSession, sessionsDir } from 'wave-agent-sdk';
import { projectDirOf } from 'wave-hooks';
import { readFlags } from '../agent/print/flags.ts';
import type { Command } from '../cli/command.ts';
import { onInterrupt } from '../cli/signals.ts';
import { openObservers } from '../hooks/observe.ts';
import { askToApprove } from './approve.tsx';
import type { CommandContext } from './commands/command.ts';
import { runCommand } from './commands/run.ts';
import { asksThrough, type Controller, createController } from './controller.ts';
import { painterOf, themeOf } from './draw/theme.ts';
import { openHistory } from './editor/history.ts';
import { projectFiles } from './files.ts';
import { openAgent, waitingFor } from './open.ts';
import { createStore } from './state/store.ts';
import { App } from './view/app.tsx';
import { PaintContext } from './view/context.ts';
import { welcome } from './welcome.ts';

/** How the terminal is used: in place, so that all that was said stays in its scrollback. */
export const INK = {
  exitOnCtrlC: false,
  interactive: true,
  incrementalRendering: true,
  patchConsole: true,
} as const;

const WATCH_MS = 1_500;

/** A change of the settings on disk is told when it happens, not with the next prompt. */
function tellChanges({ agent, show }: Controller): void {
  const text = agent.hooks.notice();
  if (text) show({ is: 'told', tone: 'warning', text: `${text}: /hooks shows it` });
}

/** Opens the project, then the screen; returns the exit code when the user leaves. */
export const screen: Command = async (args, io) => {
  const flags = readFlags(args);
  const paint = painterOf(themeOf(process.env));
  const waiting = waitingFor(flags, io);
  const approved = waiting.items.length === 0 || (await askToApprove(waiting.items, paint));
  if (approved) await waiting.approveAll();
  const home = homedir();
  const store = createStore();
  const asks = asksThrough(store);
  const sessions = sessionsDir(home, projectDirOf(io.cwd));
  const resume = flags.goOn ? latestSession(sessions) : undefined;
  const agent = await openAgent(flags, io, asks, resume);
  const observers = openObservers(io);
  const controller = createController(agent, {
    store,
    history: openHistory(join(home, '.wave', 'history.jsonl')),
    now: Date.now,
    command: (name, args) => runCommand(context, name, args),
  });
  const context: CommandContext = {
    controller,
    paint,
    print: (...lines) => controller.show({ is: 'output', lines }),
    open: (panel) => shown.open(panel),
    openAgent: (options) => openAgent(flags, io, asks, options.resume),
    wipe: () => store.dispatch({ is: 'wipe', items: welcome(controller.agent, [], paint) }),
    leave: () => shown.leave(),
  };
  let shown: Pick<CommandContext, 'open' | 'leave'> = { open: () => {}, leave: () => {} };
  controller.show(...welcome(agent, approved ? [] : waiting.items, paint));
  agent.subscribe((event) => {
    if (event.is === 'hook') observers.observe(event.run);
  });
  const app = render(
    <PaintContext value={paint}>
      <App
        controller={controller}
        context={context}
        files={projectFiles(agent.projectDir)}
        now={Date.now}
        onReady={(ready) => {
          shown = ready;
        }}
      />
    </PaintContext>,
    INK,
  );
  const watching = setInterval(() => tellChanges(controller), WATCH_MS);
  const done = onInterrupt(async () => app.unmount(), { leave: false });
  await app.waitUntilExit();
  clearInterval(watching);
  done();
  await controller.close();
  await observers.close();
  io.out(`This session: ${controller.agent.sessionId} (wave --continue goes on with it)\n`);
  return 0;
};
