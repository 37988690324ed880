import { basename } from 'node:path';
import type { Controller } from './control/controller.ts';
import { followNews } from './control/news.ts';
import type { callsFor } from './start/open-agent.ts';
import { callText, TITLE_ASIDE, TITLE_BACK, titleText } from './terminal/calls.ts';
import type { Hold } from './terminal/hold.ts';

/** The window's title says what is going on, and whoever is away is called. The plain mode only calls. */
export function tellNews(
  { store, agent }: Controller,
  { notify, title }: ReturnType<typeof callsFor>,
  hold: Hold | undefined,
  write: (text: string) => void,
): () => void {
  const { env, stdin } = process;
  const hasTitle = title && hold !== undefined && env['TERM'] !== 'linux';
  let struck = Date.now();
  if (!hold)
    stdin.on('data', () => {
      struck = Date.now();
    });
  if (hasTitle) write(TITLE_ASIDE);
  const stop = followNews({
    store,
    now: Date.now,
    struck: hold?.struck ?? (() => struck),
    onCall: (text) => write(callText(notify, `${text}: ${basename(agent.projectDir)}`, env)),
    onDoing: (doing) => {
      if (hasTitle) write(titleText(`${TITLES[doing]}${basename(agent.projectDir)} - wave`));
    },
  });
  return () => {
    stop();
    if (hasTitle) write(TITLE_BACK);
  };
}

const TITLES = { working: '… ', asking: '? ', ready: '' } as const;

/** A change of the settings on disk, or a failing server, is reported at once, not with the next prompt. */
export async function tellChanges({ agent, show }: Controller): Promise<void> {
  const text = await agent.hooks.notice();
  if (text) {
    const where = agent.hooks.differs() && !text.includes('/hooks') ? ': /hooks shows it' : '';
    const shown = text.replaceAll(`${agent.projectDir}/`, '');
    show({ is: 'told', tone: 'warning', text: shown + where });
  }
  show(...agent.mcp.news().map((news) => ({ is: 'told', ...news }) as const));
}
