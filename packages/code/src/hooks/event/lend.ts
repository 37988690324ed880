import type { Host } from '@wavehooks/hooks';
import type { OpenOptions } from '@wavehooks/settings';

export interface Lent {
  readonly host: Host;
  /** Ends what was started for it. */
  close(): Promise<void>;
}

/** What hooks can ask for outside of an agent. Nothing is loaded or started before one does. */
export function lend(options: OpenOptions): Lent {
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => (await import('../../host/lone-host.ts')).openLoneHost(options);
  const host = async (): Promise<Required<Host>> => {
    opened ??= open();
    return (await opened).host as Required<Host>;
  };
  return {
    host: {
      ask: async (question) => (await host()).ask(question),
      callTool: async (call) => (await host()).callTool(call),
      sandbox: async () => (await host()).sandbox(),
    },
    // What could not be opened was told by the hook that asked for it.
    close: async () => opened?.then(({ close }) => close()).catch(() => {}),
  };
}
