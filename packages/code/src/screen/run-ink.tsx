import { render } from 'ink';
import type { CommandContext } from './control/command.ts';
import { scrolledAway } from './draw/redraw.ts';
import { INK } from './ink.ts';
import { projectFiles } from './machine/project-files.ts';
import type { Plain } from './plain/run-plain.ts';
import type { Hold } from './terminal/hold.ts';
import { App } from './view/app.tsx';
import { PaintContext, RootContext } from './view/parts/context.ts';
import { Keys } from './view/parts/keys.tsx';

/** Whatever shows the conversation; `clear` makes room for another one. */
export type Front = { current: Pick<CommandContext, 'open' | 'leave'> & { clear(): void } };

/** In place, so that all that was said stays in the terminal's scrollback. */
export function runInk(context: CommandContext, front: Front, hold: Hold): Plain {
  const { controller, paint } = context;
  hold.tellKeysApart();
  // Every part that fits itself to the width listens for a resize.
  process.stdout.setMaxListeners(100);
  const clear = () => {
    app.clear();
    process.stdout.write(scrolledAway(process.stdout.rows));
  };
  const app = render(
    <PaintContext value={paint}>
      <RootContext value={controller.agent.projectDir}>
        <Keys>
          <App
            controller={controller}
            context={context}
            files={projectFiles(controller.agent.projectDir)}
            now={Date.now}
            lend={hold.lend}
            onReady={(ready) => {
              front.current = { ...ready, clear };
            }}
          />
        </Keys>
      </RootContext>
    </PaintContext>,
    { ...INK, stdin: hold.stdin },
  );
  const left = app.waitUntilExit().then(hold.close);
  return {
    left,
    leave: () => app.unmount(),
    open: (panel) => front.current.open(panel),
    isLent: hold.isLent,
  };
}
