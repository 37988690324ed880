import { setTimeout as sleep } from 'node:timers/promises';
import { Box, Static, Text, useApp } from 'ink';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { printable } from '../../cli/style.ts';
import type { CommandContext, PanelName } from '../commands/command.ts';
import { COMMANDS, costText, hookSummary, MODES_IN_TURN } from '../commands/index.ts';
import type { Controller } from '../controller.ts';
import { draw } from '../draw/item.ts';
import { clipped } from '../draw/lines.ts';
import { BLANK, type Editor, filled } from '../editor/editor.ts';
import type { Press } from '../editor/keys.ts';
import type { ProjectFiles } from '../files.ts';
import type { Dialog } from '../state/state.ts';
import { Activity } from './activity.tsx';
import { Confirm } from './confirm.tsx';
import { useCanvas } from './context.ts';
import { Live } from './live.tsx';
import { useNow } from './now.ts';
import { PANELS } from './panels.tsx';
import { Prompt } from './prompt.tsx';
import { Questions } from './questions.tsx';
import { ROOMS } from './rooms.ts';
import { Status } from './status.tsx';

interface AppProps {
  readonly controller: Controller;
  /** How commands reach this screen. */
  readonly onReady: (screen: Pick<CommandContext, 'open' | 'leave'>) => void;
  readonly context: CommandContext;
  readonly files: ProjectFiles;
  readonly now: () => number;
}

/** How long the second Ctrl-C may take. */
const TWICE_MS = 1_500;

/** The whole screen: what is printed, what still changes, and where the user types. */
export function App({ controller, onReady, context, files, now }: AppProps) {
  const { exit, suspendTerminal } = useApp();
  const canvas = useCanvas();
  const { store } = controller;
  const state = useSyncExternalStore(store.subscribe, store.get);
  const editor = useNow<Editor>(BLANK);
  const [panel, setPanel] = useState<PanelName | undefined>();
  const [hint, setHint] = useState('');
  const pressed = useRef(0);
  useEffect(
    () => controller.onFill((text) => editor.set(filled(joined(text, editor.get().text)))),
    [controller, editor],
  );
  useRedraw(canvas.width, context.redraw);
  useSyncExternalStore(files.subscribe, files.known);
  useEffect(() => onReady({ open: setPanel, leave: exit }), [onReady, exit]);

  const interrupt = (empty: boolean) => {
    const again = now() - pressed.current < TWICE_MS;
    pressed.current = now();
    if (state.busySince !== undefined) controller.interrupt();
    else if (empty && again) return exit();
    setHint('Ctrl-C once more leaves');
    setTimeout(() => setHint(''), TWICE_MS).unref();
  };
  const onPress = (press: Press, empty: boolean) => {
    if (press.is === 'interrupt') interrupt(empty);
    else if (press.is === 'escape' && state.busySince !== undefined) controller.interrupt();
    else if (press.is === 'leave' && empty) exit();
    else if (press.is === 'suspend') void suspendTerminal(stopHere);
    else if (press.is === 'details') setPanel('details');
    else if (press.is === 'back-tab') nextMode(controller, setHint);
  };
  const struck = useRef(0);
  const held = useHeld(state.dialogs.length > 0, struck, now);
  const dialog = held ? undefined : state.dialogs[0];
  const Panel = panel && PANELS[panel];
  return (
    <>
      <Static key={state.wiped} items={[...state.printed]}>
        {(item, at) => <Text key={at}>{`${draw(item, canvas).join('\n')}\n`}</Text>}
      </Static>
      <Box flexDirection="column">
        <Live
          state={state}
          room={ROOMS[dialog ? 'dialog' : Panel ? 'panel' : 'prompt'](canvas.rows).live}
        />
        <Activity state={state} now={now} />
        <Queued queued={state.queued} />
        {held ? (
          <Text>{canvas.paint('warn', 'A question waits: it shows when you pause.')}</Text>
        ) : null}
        {dialog ? (
          <Ask dialog={dialog} waiting={state.dialogs.length - 1} onEscape={controller.interrupt} />
        ) : Panel ? (
          <Panel context={context} onClose={() => setPanel(undefined)} />
        ) : (
          <Prompt
            editor={editor}
            history={controller.history}
            sources={{ commands: [...COMMANDS, ...controller.agent.commands], files: files.list }}
            onSend={controller.send}
            onPress={onPress}
            busy={state.busySince !== undefined}
            onKey={() => {
              struck.current = now();
            }}
          />
        )}
        <Status parts={hint ? [hint] : statusParts(controller)} />
      </Box>
    </>
  );
}

/**
 * Stops as programs of a shell do, with whatever is in front of it (npm). Where no shell could bring
 * it back, the system does not stop it, and the wait is over at once.
 */
async function stopHere(): Promise<void> {
  process.kill(0, 'SIGTSTP');
  await sleep(100);
}

/** What comes back stands before what is being typed. */
const joined = (text: string, typed: string) =>
  typed === '' || typed === text ? text : `${text}\n${typed}`;

/** Whoever is typing is not asked: the next letter would be an answer that nobody gave. */
const PAUSE_MS = 700;

function useHeld(asked: boolean, struck: { readonly current: number }, now: () => number): boolean {
  const [, look] = useState(0);
  const left = struck.current + PAUSE_MS - now();
  const held = asked && left > 0;
  useEffect(() => {
    if (!held) return undefined;
    const timer = setTimeout(() => look((count) => count + 1), left + 10);
    return () => clearTimeout(timer);
  });
  return held;
}

/** The terminal breaks lines anew when it gets narrower, and nobody knows where: all is drawn again. */
const SETTLED_MS = 150;

function useRedraw(width: number, redraw: () => void): void {
  const before = useRef(width);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (width < before.current) redraw();
      before.current = width;
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [width, redraw]);
}

/** One line, however many wait. */
function Queued({ queued }: { queued: readonly string[] }) {
  const { paint, width } = useCanvas();
  const [first] = queued;
  if (first === undefined) return null;
  const more = queued.length > 1 ? ` (${queued.length - 1} more)` : '';
  return <Text>{paint('quiet', clipped(`queued${more}: ${printable(first)}`, width))}</Text>;
}

interface AskProps {
  readonly dialog: Dialog;
  readonly waiting: number;
  readonly onEscape: () => void;
}

function Ask({ dialog, waiting, onEscape }: AskProps) {
  return dialog.is === 'confirm' ? (
    <Confirm
      request={dialog.request}
      behind={waiting}
      onAnswer={dialog.answer}
      onEscape={onEscape}
    />
  ) : (
    <Questions questions={dialog.questions} onAnswer={dialog.answer} />
  );
}

function nextMode({ agent }: Controller, hint: (text: string) => void): void {
  const at = MODES_IN_TURN.indexOf(agent.permissionMode);
  agent.permissionMode = MODES_IN_TURN[(at + 1) % MODES_IN_TURN.length] ?? 'default';
  hint(`permission mode: ${agent.permissionMode}`);
  setTimeout(() => hint(''), TWICE_MS).unref();
}

function statusParts({ agent }: Controller): string[] {
  const { inputTokens, outputTokens, cost } = agent.usage;
  const sum = inputTokens + outputTokens;
  return [
    agent.model,
    hookSummary(agent),
    agent.permissionMode === 'default' ? '' : agent.permissionMode,
    sum > 0 ? `${sum.toLocaleString('en')} tokens` : '',
    costText(cost),
    '/help',
  ];
}
