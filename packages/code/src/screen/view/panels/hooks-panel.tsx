import { EVENT_NAMES, isEventName } from '@wavehooks/hooks';
import type { Review as HookReview } from '@wavehooks/settings';
import { Text } from 'ink';
import { useState } from 'react';
import { explainLines } from '../../hooks/explain.ts';
import { heldLines, summaryOf } from '../../hooks/hook-lines.ts';
import { finishReview, openReview } from '../../hooks/review.ts';
import { type SessionHook, sessionHooks } from '../../hooks/session-hooks.ts';
import { shortened } from '../../text/lines.ts';
import { Choice, type Option } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Frame } from '../parts/frame.tsx';
import { LineInput } from '../parts/line-input.tsx';
import { ROOMS } from '../parts/rooms.ts';
import { HookPage } from './hook-page.tsx';
import type { PanelProps } from './panels.tsx';
import { Review } from './review.tsx';

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
      return <HookPage context={context} hook={page.hook} onBack={back} />;
    case 'explain':
      return <Explain context={context} onClose={onClose} />;
    case 'review':
      return (
        <Review
          title="Changes on disk that are not active yet"
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
  const problem = open.problem ? shortened(open.problem, canvas.width, MOST_PROBLEM) : [];
  const lines = heldLines(agent.hooks.held).join('\n');
  const held = lines === '' ? [] : shortened(lines, canvas.width, MOST_PROBLEM);
  const options = [
    ...EVENT_NAMES.flatMap((event) => ofEvent(event, hooks, canvas)),
    ...hooks.filter(({ row }) => !isEventName(row.event)).map((hook) => optionOf(hook, canvas)),
    ...(open.lines.length > 0 ? [{ ...REVIEW, label: canvas.paint('warn', REVIEW.label) }] : []),
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
      {problem.length > 0 ? <Text>{canvas.paint('bad', problem.join('\n'))}</Text> : null}
      {held.length > 0 ? <Text>{canvas.paint('warn', held.join('\n'))}</Text> : null}
      <Choice
        options={options}
        onChoose={choose}
        onEscape={onClose}
        most={ROOMS.panel(canvas.rows).own - problem.length - held.length}
      />
    </Frame>
  );
}

const REVIEW = { key: 'r', label: 'Review what changed on disk', value: 'review' } as const;

type Canvas = ReturnType<typeof useCanvas>;

/** What is wrong leaves room for the hooks, however much there is to say of it. */
const MOST_PROBLEM = 3;

/** The names of events stand in a column of their own. */
const WIDEST = Math.max(...EVENT_NAMES.map(({ length }) => length)) + 2;

const ofEvent = (event: string, hooks: readonly SessionHook[], canvas: Canvas): Option<Chosen>[] =>
  hooks.filter(({ row }) => row.event === event).map((hook) => optionOf(hook, canvas));

const optionOf = (hook: SessionHook, canvas: Canvas): Option<Chosen> => ({
  label: `${hook.row.event.padEnd(WIDEST)}${summaryOf(hook, canvas)}`,
  value: hook,
});

/** Asks for a tool and prints which hooks fire for it: into the conversation, where it may be long. */
function Explain({ context, onClose }: PanelProps) {
  const explain = (tool: string) => {
    context.print(...explainLines(context.controller.agent, tool, context.paint));
    onClose();
  };
  return (
    <Frame title="Which hooks fire for a tool?">
      <LineInput prompt="Tool, e.g. Bash:" onDone={explain} onEscape={onClose} />
    </Frame>
  );
}
