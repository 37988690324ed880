import { Box, Static, Text, useApp } from 'ink';
import {
  Activity as Kept,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { printable } from '../../cli/style.ts';
import { COMMANDS, modesInTurn } from '../commands/commands.ts';
import { KEYS } from '../commands/keys.ts';
import type { CommandContext, PanelName } from '../control/command.ts';
import type { Controller } from '../control/controller.ts';
import { queuedLines, queuedRoom } from '../draw/queued.ts';
import { linesOf } from '../draw/redraw.ts';
import { BLANK, type Editor, edited, refilled } from '../editor/editor.ts';
import { type Press, pressesOf } from '../editor/keys.ts';
import { editOutside } from '../machine/outside-editor.ts';
import type { ProjectFiles } from '../machine/project-files.ts';
import { recentFiles } from '../state/recent-files.ts';
import { clipped } from '../text/lines.ts';
import { Activity } from './activity.tsx';
import { Ask } from './ask.tsx';
import { Live } from './live.tsx';
import { PANELS } from './panels/panels.tsx';
import { stopHere, useKept } from './parts/away.ts';
import { StrayContext, useCanvas } from './parts/context.ts';
import { HELD, useHeld, whyHeld } from './parts/held.ts';
import { useKeys } from './parts/keys.tsx';
import { useNow } from './parts/now.ts';
import { isTight, ROOMS } from './parts/rooms.ts';
import { useReflow } from './parts/use-reflow.ts';
import { pickedBy } from './picking.ts';
import { placing, usePast } from './placing.ts';
import { Prompt } from './prompt.tsx';
import { Status } from './status.tsx';

interface AppProps {
  readonly controller: Controller;
  /** How commands reach this screen. */
  readonly onReady: (screen: Pick<CommandContext, 'open' | 'leave'>) => void;
  readonly context: CommandContext;
  readonly files: ProjectFiles;
  readonly now: () => number;
  /** Gives the terminal to another program meanwhile. */
  readonly lend: (work: () => Promise<void>) => Promise<void>;
}

/** How long the second Ctrl-C may take. */
const TWICE_MS = 1_500;

/** The whole screen: what is printed, what still changes, and where the user types. */
export function App({ controller, onReady, context, files, now, lend }: AppProps) {
  const { exit, suspendTerminal } = useApp();
  const canvas = useCanvas();
  const { store } = controller;
  const away = useNow(false);
  const state = useSyncExternalStore(store.subscribe, useKept(store.get, away));
  const editor = useNow<Editor>(BLANK);
  const past = usePast();
  const place = useMemo(() => placing(editor, past), [editor, past]);
  const [panel, setPanel] = useState<PanelName | undefined>();
  const [hint, setHint] = useState('');
  const pressed = useRef(0);
  const struck = useRef(0);
  const escaped = useRef(0);
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
    () =>
      controller.onFill((text) => {
        const typed = editor.get();
        // What comes back into an empty input may be nowhere else: undo does not take it away.
        const put = typed.text === '' ? editor.set : place;
        put(refilled(typed, text));
      }),
    [controller, editor, place],
  );
  const frame = useReflow();
  useSyncExternalStore(files.subscribe, files.known);
  useEffect(() => onReady({ open: setPanel, leave: exit }), [onReady, exit]);

  const briefly = (text: string) => {
    setHint(text);
    setTimeout(() => setHint(''), TWICE_MS).unref();
  };
  /** The first time it only says so, and ends what is under way. */
  const leaving = (press: 'Ctrl-C' | 'Ctrl-D') => {
    const again = now() - pressed.current < TWICE_MS;
    pressed.current = now();
    if (again) return exit();
    if (press === 'Ctrl-C' && state.busySince !== undefined) controller.interrupt();
    briefly(`${press} once more leaves`);
  };
  /** What is drawn meanwhile goes nowhere: it comes once the terminal is ours again. */
  const elsewhere = async (work: () => Promise<void>) => {
    if (away.get()) return;
    away.set(true);
    await suspendTerminal(() => lend(work)).finally(() => away.set(false));
  };
  const suspend = () => void elsewhere(stopHere);
  const fault = (text: string) => controller.show({ is: 'told', tone: 'warning', text });
  const inEditor = (text: string) =>
    void elsewhere(async () => {
      const outside = await editOutside(text, process.env);
      if (outside.is === 'edited') place(refilled(BLANK, outside.text));
      else fault(outside.why);
    });
  /** The first Esc only says what the second does. */
  const earlierPrompts = () => {
    const again = now() - escaped.current < TWICE_MS;
    escaped.current = again ? 0 : now();
    if (!again) return briefly('Esc once more goes back to an earlier prompt');
    setHint('');
    setPanel('rewind');
  };
  const onPress = (press: Press, empty: boolean) => {
    const isBusy = state.busySince !== undefined;
    if (press.is === 'interrupt') leaving('Ctrl-C');
    else if (press.is === 'escape' && isBusy) controller.interrupt();
    else if (press.is === 'escape') earlierPrompts();
    else if (press.is === 'leave' && empty) isBusy ? leaving('Ctrl-D') : exit();
    else if (press.is === 'redraw') context.redraw(canvas);
    else if (press.is === 'tab' && held) setAnswering(true);
    else if (press.is === 'suspend') suspend();
    else if (press.is === 'details') setPanel('details');
    else if (press.is === 'back-tab') nextMode(controller, briefly);
  };
  /** Typed into a question that it does not answer: it waits in the input, and the question stays. */
  const keepStray = useCallback(
    (text: string) => {
      setAnswering(true);
      place(edited(editor.get(), { is: 'paste', text }));
    },
    [editor, place],
  );
  const kept = printable(editor.get().text);
  const Panel = panel && PANELS[panel];
  /** The prompt has these keys itself. */
  const onKeyElsewhere = ({ is }: Press) => {
    if (is === 'suspend') suspend();
    else if (is === 'redraw') context.redraw(canvas);
    else if (is === 'details' && dialog) setPanel('details');
  };
  useKeys(
    (input, key) => pressesOf(input, key).forEach(onKeyElsewhere),
    dialog !== undefined || Panel !== undefined,
  );
  const mode = away.get() ? 'hidden' : 'visible';
  const typing = !dialog && !Panel;
  const room = typing ? queuedRoom(canvas.rows) : 1;
  // One row is there for them anyway.
  const queued = queuedLines(state.queued, typing ? picked.get() : undefined, room, canvas);
  const less = Math.max(0, queued.length - 1);
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
      <Box ref={frame} flexDirection="column">
        <Live
          state={state}
          dialog={dialog}
          now={now}
          room={ROOMS[dialog ? 'dialog' : Panel ? 'panel' : 'prompt'](canvas.rows - less).live}
        />
        {dialog && isTight(canvas.rows) ? null : <Activity state={state} now={now} />}
        {queued.length > 0 ? <Text>{queued.join('\n')}</Text> : null}
        {held ? <Text>{canvas.paint('warn', `A question waits: ${held}.`)}</Text> : null}
        {first && shown.current === first.id ? (
          <Kept key={first.id} mode={dialog ? mode : 'hidden'}>
            <StrayContext value={keepStray}>
              <Ask
                dialog={first}
                waiting={state.dialogs.length - 1}
                onEscape={controller.interrupt}
                onInterrupt={() => leaving('Ctrl-C')}
              />
            </StrayContext>
          </Kept>
        ) : null}
        {dialog && kept && !isTight(canvas.rows) ? (
          <Text>{canvas.paint('quiet', clipped(`Kept in the input: ${kept}`, canvas.width))}</Text>
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
            onFault={fault}
            onEditor={inEditor}
            sources={{
              commands: [...COMMANDS, ...controller.agent.commands],
              keys: KEYS,
              files: files.list,
              recent: () => recentFiles(store.get(), controller.agent.projectDir),
            }}
            onSend={controller.send}
            onPress={onPress}
            onBackground={() => controller.agent.toBackground() > 0}
            onWaiting={(press, now) =>
              pickedBy(press, now, { picked, queued: () => store.get().queued, controller })
            }
            less={less}
            busy={state.busySince !== undefined}
            vim={state.vim}
            asked={held !== undefined}
            onKey={() => {
              struck.current = now();
              controller.stir();
            }}
          />
        )}
        <Status agent={controller.agent} hint={hint} mode={state.vim ? past.vim.get().mode : ''} />
      </Box>
    </>
  );
}

function nextMode({ agent }: Controller, hint: (text: string) => void): void {
  const modes = modesInTurn(agent);
  const at = modes.indexOf(agent.permissionMode);
  agent.permissionMode = modes[(at + 1) % modes.length] ?? 'default';
  hint(`permission mode: ${agent.permissionMode}`);
}
