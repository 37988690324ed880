import type { Tone } from '@wavehooks/hooks';

/** Something about a server that the user is to know. */
export interface Notice {
  readonly tone: Tone;
  readonly text: string;
}

/** What is to be told at the next request. */
export interface NoticeBoard {
  tell(server: string, tone: Tone, text: string): void;
  take(): readonly Notice[];
}

/** A server that always has news would fill it between two prompts. */
const MOST = 50;

export function noticeBoard(): NoticeBoard {
  let notices: Notice[] = [];
  let missed = 0;
  return {
    tell: (server, tone, text) => {
      const notice = { tone, text: `MCP server "${server}": ${text}.` };
      if (notices.length >= MOST) missed++;
      else if (!notices.some((one) => one.text === notice.text)) notices.push(notice);
    },
    take: () => {
      const taken = [...notices, ...(missed === 0 ? [] : [more(missed)])];
      notices = [];
      missed = 0;
      return taken;
    },
  };
}

const more = (count: number): Notice => ({
  tone: 'warning',
  text: `MCP servers gave ${count} further notices, which are left out.`,
});
