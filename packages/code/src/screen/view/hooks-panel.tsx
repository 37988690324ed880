import { Box, Text } from 'ink';
import { useState } from 'react';
import { EVENT_NAMES, type Review as HookReview, isEventName } from 'wave-hooks';
import { oneLine, printable } from '../../cli/style.ts';
import type { CommandContext } from '../commands/command.ts';
import { explainLines } from '../hooks/explain.ts';
import { detailLines, summaryOf } from '../hooks/lines.ts';
import { finishReview, openReview } from '../hooks/review.ts';
import { canSwitch, type SessionHook, sessionHooks, switchHook } from '../hooks/rows.ts';
import { Choice, type Option } from './choice.tsx';
import { useCanvas } from './context.ts';
import { Frame } from './frame.tsx';
import { LineInput } from './line-input.tsx';
import type { PanelProps } from './panels.tsx';
import { Review } from './review.tsx';
import { ROOMS } from './rooms.ts';

type Page =
  | { readonly is: 'list' }
  | { readonly is: 'hook'; readonly hook: SessionHook }
  | { readonly is: 'review'; readonly review: HookReview; readonly lines: readonly string[] }
  | { readonly is: 'explain' };

const LIST: Page = { is: 'list' };

/** /hooks: what is in force, how it does, and what on disk differs from it. */
export function HooksPanel({ context, onClose }: PanelProps) {
  const [page, setPage] = useState<Page>(LIST);
  const back = () => setPage(LIST);
  switch (page.is) {
    case 'list':
      return <List context={context} onClose={onClose} onPage={setPage} />;
    case 'hook':
      return <One context={context} hook={page.hook} onBack={back} />;
    case 'explain':
      return <Explain context={context} onBack={onClose} />;
    case 'review':
      return (
        <Review
          title="On disk, and not in force"
          lines={page.lines}
          accept="Accept: put all of this in force now"
          keep="Keep the hooks as they are"
          onAnswer={(accepted) => {
            void finishReview(context, page.review, accepted);
            onClose();
          }}
        />
      );
  }
}

type Chosen = SessionHook | 'review' | 'explain';

function List({
  context,
  onClose,
  onPage,
}: PanelProps & { readonly onPage: (page: Page) => void }) {
  const canvas = useCanvas(4);
  const { agent } = context.controller;
  const hooks = sessionHooks(agent);
  const open = openReview(agent, canvas);
  const options = [
    ...EVENT_NAMES.flatMap((event) => ofEvent(event, hooks, canvas)),
    ...hooks.filter(({ row }) => !isEventName(row.event)).map((hook) => optionOf(hook, canvas)),
    ...(open.lines.length > 0
      ? [
          {
            key: 'r',
            label: canvas.paint('warn', 'Review what changed on disk'),
            value: 'review',
          } as const,
        ]
      : []),
    { key: 'e', label: 'Explain: which hooks fire for a tool', value: 'explain' } as const,
  ];
  const choose = (chosen: Chosen) => {
    if (chosen === 'explain') onPage({ is: 'explain' });
    else if (chosen !== 'review') onPage({ is: 'hook', hook: chosen });
    else if (open.review) onPage({ is: 'review', review: open.review, lines: open.lines });
  };
  return (
    <Frame title={`Hooks (${hooks.length}): Enter opens, Esc closes`}>
      {hooks.length === 0 ? (
        <Text>No hooks are configured. "wave hooks init" writes a first one.</Text>
      ) : null}
      {open.problem ? <Text>{canvas.paint('bad', open.problem)}</Text> : null}
      <Choice
        options={options}
        onChoose={choose}
        onEscape={onClose}
        most={ROOMS.panel(canvas.rows).own - 1}
      />
    </Frame>
  );
}

type Canvas = ReturnType<typeof useCanvas>;

const ofEvent = (event: string, hooks: readonly SessionHook[], canvas: Canvas): Option<Chosen>[] =>
  hooks.filter(({ row }) => row.event === event).map((hook) => optionOf(hook, canvas));

const optionOf = (hook: SessionHook, canvas: Canvas): Option<Chosen> => ({
  label: `${hook.row.event.padEnd(17)}${summaryOf(hook, canvas)}`,
  value: hook,
});

function One({
  context,
  hook,
  onBack,
}: {
  readonly context: CommandContext;
  readonly hook: SessionHook;
  readonly onBack: () => void;
}) {
  const canvas = useCanvas(4);
  const { entry, row } = hook;
  const toggle = () => {
    if (!entry) return;
    switchHook(context.controller.agent, entry, !entry.enabled);
    context.print(
      `${printable(oneLine(row.name))} is ${entry.enabled ? 'off' : 'on'} for this session.`,
    );
    onBack();
  };
  return (
    <Frame title={printable(oneLine(row.name))}>
      <Text>{detailLines(hook, canvas).join('\n')}</Text>
      <Box marginTop={1}>
        <Choice
          options={[
            { key: 'b', label: 'Back', value: onBack },
            ...(entry && canSwitch(hook)
              ? [
                  {
                    key: 'o',
                    label: entry.enabled
                      ? 'Switch it off for this session'
                      : 'Switch it on for this session',
                    value: toggle,
                  },
                ]
              : []),
          ]}
          onChoose={(act) => act()}
          onEscape={onBack}
        />
      </Box>
    </Frame>
  );
}

function Explain({
  context,
  onBack,
}: {
  readonly context: CommandContext;
  readonly onBack: () => void;
}) {
  const explain = (tool: string) => {
    context.print(...explainLines(context.controller.agent, tool, context.paint));
    onBack();
  };
  return (
    <Frame title="Which hooks fire for a tool?">
      <LineInput prompt="Tool, e.g. Bash:" onDone={explain} onEscape={onBack} />
    </Frame>
  );
}
