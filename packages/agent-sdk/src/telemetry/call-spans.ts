import type { Attributes } from '@opentelemetry/api';
import { callError, decisionAttributes, type Redact, toolAttributes } from './attributes.ts';
import type { Clock } from './clock.ts';
import type { Content } from './content.ts';
import type { Lanes } from './lanes.ts';
import type { OpenSpans, Tells } from './open-spans.ts';

export interface CallSpanParts {
  readonly spans: OpenSpans;
  readonly lanes: Lanes;
  readonly redact: Redact;
  readonly now: Clock;
  readonly content: Content | undefined;
  readonly aboutTool: (tool: string) => Attributes;
}

/** A span for each call, from its first hook to its last. */
export const callSpans = ({
  spans,
  lanes,
  redact,
  now,
  content,
  aboutTool,
}: CallSpanParts): Pick<Tells, 'calling' | 'decision' | 'change'> => ({
  calling: (event, agent) => {
    const about = aboutTool(event.tool);
    const attributes = { ...toolAttributes(event, redact, about), ...content?.ofCall(event) };
    const name = `execute_tool ${redact(event.tool)}`;
    const open = spans.begin(name, { attributes }, lanes.around(agent?.id));
    lanes.of(agent?.id).calls.set(event.call, open);
  },
  decision: (event, agent) => {
    const span = lanes.of(agent?.id).calls.get(event.call)?.span;
    const attributes = decisionAttributes(event, redact);
    span?.setAttributes(attributes);
    span?.addEvent('wave.decision', attributes, now());
  },
  change: ({ change }, agent) => {
    content?.hear(change, agent?.id);
    if (change.is !== 'tool') return;
    const { calls } = lanes.of(agent?.id);
    const open = calls.get(change.call);
    const { patch } = change;
    if (patch.agent !== undefined) lanes.startedBy(patch.agent, open);
    if (patch.stage !== 'end' || !open) return;
    calls.delete(change.call);
    open.span.setAttributes({ ...callError(patch), ...content?.ofResult(patch) });
    // Where the turn ended before it could run, nothing went wrong.
    spans.end(open, patch.success === false && patch.by !== 'wave');
  },
});
