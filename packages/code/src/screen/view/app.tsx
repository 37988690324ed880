import { setTimeout as sleep } from 'node:timers/promises';
import { Box, Static, Text, useApp, useInput } from 'ink';
import {
  Activity as Kept,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { COMMANDS, MODES_IN_TURN } from '../commands/commands.ts';
import type { CommandContext, PanelName } from '../control/command.ts';
import type { Controller } from '../control/controller.ts';
import { isPlan } from '../draw/plan.ts';
import { queuedLines, queuedRoom } from '../draw/queued.ts';
import { linesOf } from '../draw/redraw.ts';
import { BLANK, type Editor, refilled } from '../editor/editor.ts';
import { HERE } from '../editor/history.ts';
import { type Press, pressesOf } from '../editor/keys.ts';
import type { ProjectFiles } from '../machine/project-files.ts';
import type { Dialog } from '../state/state.ts';
import { Activity } from './activity.tsx';
import { Confirm } from './confirm.tsx';
import { Live } from './live.tsx';
import { PANELS } from './panels/panels.tsx';
import { useCanvas } from './parts/context.ts';
import { HELD, useHeld, whyHeld } from './parts/held.ts';
import { type Now, useNow } from './parts/now.ts';
import { isTight, ROOMS } from './parts/rooms.ts';
import { useRedraw } from './parts/use-redraw.ts';
import { pickedBy } from './picking.ts';
import { Plan } from './plan.tsx';
import { Prompt } from './prompt.tsx';
import { Questions } from './questions.tsx';
import { Queued } from './queued.tsx';
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
  const away = useNow(false);
  const state = useSyncExternalStore(store.subscribe, useKept(store.get, away));
  const editor = useNow<Editor>(BLANK);
  const past = { walk: useNow(HERE), draft: useNow<Editor>(BLANK) };
  const [panel, setPanel] = useState<PanelName | undefined>();
  const [hint, setHint] = useState('');
  const pressed = useRef(0);
  const struck = useRef(0);
  const picked = useNow<number | undefined>(undefined);
  const asked = state.dialogs.length > 0;
  const [answering, setAnswering] = useState(false);
  useEffect(() => {
    if (!asked) setAnswering(false);
  }, [asked]);
  const why = whyHeld(panel !== undefined, answering, editor.get().text !== '');
  const held = useHeld(asked, why, struck, now) && why ? HELD[why] : undefined;
  const first = state.dialogs[0];
  const dialog = held ? undefined : first;
  // A question that was on the screen keeps its state while it is out of sight, and takes no keys then.
  const shown = useRef<number>(undefined);
  if (dialog) shown.current = dialog.id;
  useEffect(
    () => controller.onFill((text) => editor.set(refilled(editor.get(), text))),
    [controller, editor],
  );
  useRedraw(canvas, context.redraw);
  useSyncExternalStore(files.subscribe, files.known);
  useEffect(() => onReady({ open: setPanel, leave: exit }), [onReady, exit]);

  /** The first time it only says so, and ends what is under way. */
  const leaving = (press: 'Ctrl-C' | 'Ctrl-D') => {
    const again = now() - pressed.current < TWICE_MS;
    pressed.current = now();
    if (again) return exit();
    if (press === 'Ctrl-C' && state.busySince !== undefined) controller.interrupt();
    setHint(`${press} once more leaves`);
    setTimeout(() => setHint(''), TWICE_MS).unref();
  };
  const suspend = () => {
    if (away.get()) return;
    away.set(true);
    void suspendTerminal(stopHere).finally(() => away.set(false));
  };
  const onPress = (press: Press, empty: boolean) => {
    const isBusy = state.busySince !== undefined;
    if (press.is === 'interrupt') leaving('Ctrl-C');
    else if (press.is === 'escape' && isBusy) controller.interrupt();
    else if (press.is === 'leave' && empty) isBusy ? leaving('Ctrl-D') : exit();
    else if (press.is === 'redraw') context.redraw(canvas);
    else if (press.is === 'tab' && held) setAnswering(true);
    else if (press.is === 'suspend') suspend();
    else if (press.is === 'details') setPanel('details');
    else if (press.is === 'back-tab') nextMode(controller, setHint);
  };
  const Panel = panel && PANELS[panel];
  /** The prompt has these keys itself. */
  const onKeyElsewhere = ({ is }: Press) => {
    if (is === 'suspend') suspend();
    else if (is === 'redraw') context.redraw(canvas);
    else if (is === 'details' && dialog) setPanel('details');
  };
  useInput((input, key) => pressesOf(input, key).forEach(onKeyElsewhere), {
    isActive: dialog !== undefined || Panel !== undefined,
  });
  const mode = away.get() ? 'hidden' : 'visible';
  const typing = !dialog && !Panel;
  const room = typing ? queuedRoom(canvas.rows) : 1;
  // One row is there for them anyway.
  const less = Math.max(0, queuedLines(state.queued, picked.get(), room, canvas).length - 1);
  return (
    <>
      <Static key={state.wiped} items={state.printed.slice(state.from.item)}>
        {(item, at) => (
          <Text key={at}>
            {linesOf(item, canvas)
              .slice(at === 0 ? state.from.line : 0)
              .join('\n')}
          </Text>
        )}
      </Static>
      <Box flexDirection="column">
        <Live
          state={state}
          room={ROOMS[dialog ? 'dialog' : Panel ? 'panel' : 'prompt'](canvas.rows - less).live}
        />
        {dialog && isTight(canvas.rows) ? null : <Activity state={state} now={now} />}
        <Queued queued={state.queued} picked={typing ? picked.get() : undefined} room={room} />
        {held ? <Text>{canvas.paint('warn', `A question waits: ${held}.`)}</Text> : null}
        {first && shown.current === first.id ? (
          <Kept key={first.id} mode={dialog ? mode : 'hidden'}>
            <Ask
              dialog={first}
              waiting={state.dialogs.length - 1}
              onEscape={controller.interrupt}
              onInterrupt={() => leaving('Ctrl-C')}
            />
          </Kept>
        ) : null}
        {dialog ? null : Panel ? (
          <Kept mode={mode}>
            <Panel context={context} onClose={() => setPanel(undefined)} />
          </Kept>
        ) : (
          <Prompt
            editor={editor}
            past={past}
            history={controller.history}
            images={controller.images}
            onFault={(text) => controller.show({ is: 'told', tone: 'warning', text })}
            sources={{ commands: [...COMMANDS, ...controller.agent.commands], files: files.list }}
            onSend={controller.send}
            onPress={onPress}
            onWaiting={(press, now) =>
              pickedBy(press, now, { picked, queued: () => store.get().queued, controller })
            }
            less={less}
            busy={state.busySince !== undefined}
            asked={held !== undefined}
            onKey={() => {
              struck.current = now();
              controller.stir();
            }}
          />
        )}
        <Status agent={controller.agent} hint={hint} />
      </Box>
    </>
  );
}

/**
 * What `read` gave before the shell got the terminal, until it is ours again: whatever is drawn between
 * goes nowhere, and what counts as printed then never comes.
 */
function useKept<T>(read: () => T, away: Now<boolean>): () => T {
  const kept = useRef<T>(undefined);
  return useCallback(() => {
    if (!away.get() || kept.current === undefined) kept.current = read();
    return kept.current;
  }, [read, away]);
}

/**
 * Stops as programs of a shell do, with whatever is in front of it (npm). Where no shell could bring
 * it back, the system does not stop it, and the wait is over at once.
 */
async function stopHere(): Promise<void> {
  process.kill(0, 'SIGTSTP');
  await sleep(100);
}

interface AskProps {
  readonly dialog: Dialog;
  readonly waiting: number;
  readonly onEscape: () => void;
  readonly onInterrupt: () => void;
}

function Ask({ dialog, waiting, ...ends }: AskProps) {
  if (dialog.is === 'confirm' && isPlan(dialog.request))
    return <Plan request={dialog.request} onAnswer={dialog.answer} {...ends} />;
  return dialog.is === 'confirm' ? (
    <Confirm request={dialog.request} behind={waiting} onAnswer={dialog.answer} {...ends} />
  ) : (
    <Questions questions={dialog.questions} onAnswer={dialog.answer} {...ends} />
  );
}

function nextMode({ agent }: Controller, hint: (text: string) => void): void {
  const at = MODES_IN_TURN.indexOf(agent.permissionMode);
  agent.permissionMode = MODES_IN_TURN[(at + 1) % MODES_IN_TURN.length] ?? 'default';
  hint(`permission mode: ${agent.permissionMode}`);
  setTimeout(() => hint(''), TWICE_MS).unref();
}
