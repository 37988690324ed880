import type { Moment } from '../src/trace/build/trace.ts';
import { Facts, Step, Text, Value } from './parts.tsx';
import { Runs } from './runs.tsx';
import { WhatIf } from './what-if.tsx';

/** The way of a prompt, a stop, a compaction or another event, from what it was to what came of it. */
export function MomentSteps({ moment }: { moment: Moment }) {
  const { event, subject, meant, verdict = 'none', by = [] } = moment;
  return (
    <ol class="steps">
      {event === 'UserPromptSubmit' ? (
        <Step title="What you sent">
          {moment.rewrittenBy ? (
            <p class="empty">Hooks rewrote it. What was there before is not kept.</p>
          ) : (
            <Value value={moment.text} />
          )}
        </Step>
      ) : (
        subject !== undefined && (
          <Step title="What it was about">
            <p>{subject}</p>
          </Step>
        )
      )}
      <Step title="What its hooks said">
        <Runs span={moment} when={() => true} />
      </Step>
      {moment.after !== undefined && (
        <Step title={`The text after ${moment.rewrittenBy?.join(', ') ?? 'hooks'}`}>
          <Text text={moment.after} />
        </Step>
      )}
      <Step title="What came of it">
        <Facts
          rows={[
            ['verdict', verdict],
            ...(meant === undefined ? [] : [['so', meant] as const]),
            ...(by.length === 0 ? [] : [['decided by', by.join(', ')] as const]),
          ]}
        />
      </Step>
      <WhatIf span={moment} />
    </ol>
  );
}
