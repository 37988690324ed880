import type { ContentBlock, PromptResponse, SessionUpdate } from '@agentclientprotocol/sdk';
import { RequestError } from '@agentclientprotocol/sdk';
import type { Agent, AgentEvent, CloseOptions } from '@wavehooks/agent-sdk';
import { replay } from '../translate/replay.ts';
import { chunk, type Shows, toldUpdate } from '../translate/told.ts';
import { createTranslation } from '../translate/updates.ts';
import type { Editor } from '../wire/editor.ts';
import { asRequestError, invalid } from '../wire/faults.ts';
import { availableCommands } from './commands.ts';
import { CONFIG, configOf } from './config.ts';
import { createOutbox } from './outbox.ts';
import { readPrompt } from './prompt-blocks.ts';
import { textIn } from './text-in.ts';
import { answer } from './turn.ts';

/** One session of an editor: an agent, and what the editor is told of it. */
export interface Session {
  readonly agent: Agent;
  readonly cwd: string;
  prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse>;
  /** Ends the turn under way, whatever it is at. */
  cancel(): void;
  /** Throws for what there is not. */
  choose(what: string, value: string): void;
  /** The editor's terminal that a call runs in. */
  showTerminal(call: string, terminal: string): void;
  /** The conversation so far, told again. */
  replay(): void;
  /** The editor knows the session: it is told what waited, and the hooks of its start run. */
  begin(): void;
  close(options?: CloseOptions): Promise<void>;
}

const showsOf = ({ can }: Editor): Shows => ({
  notices: can.session?.notices != null,
  compaction: can.session?.compaction != null,
  terminals: can._meta?.['terminal_output'] === true,
  runsCommands: can.terminal === true,
});

export function createSession(
  agent: Agent,
  cwd: string,
  editor: Editor,
  onBegin: () => void,
): Session {
  const shows = showsOf(editor);
  const { projectDir } = agent;
  const outbox = createOutbox(editor.update);
  const tell = (update: SessionUpdate) => outbox.send(update);
  const translation = createTranslation({
    projectDir,
    shows,
    textIn: (path) => textIn(agent, cwd, path),
  });
  let chosen = chosenIn(agent);
  let busy: AbortController | undefined;
  let isClosed = false;
  /** Also a hook, a command or an answer to a question may have changed it. */
  const tellConfig = () => {
    const now = chosenIn(agent);
    if (now === chosen) return;
    chosen = now;
    tell({ sessionUpdate: 'current_mode_update', currentModeId: agent.permissionMode });
    tell({ sessionUpdate: 'config_option_update', configOptions: configOf(agent) });
  };
  const hear = (event: AgentEvent) => {
    outbox.send(...translation.hear(event));
    if (event.is === 'usage') tell(usageOf(agent));
    if (event.is === 'change' || event.is === 'ended') tellConfig();
  };
  agent.subscribe(hear);
  for (const { level, source, text } of agent.problems)
    tell(toldUpdate({ tone: level, text: `${source}: ${text}` }, shows));
  const tellCommands = commandsTeller(agent, tell);
  return {
    agent,
    cwd,
    prompt: async (blocks, signal) => {
      if (busy)
        throw RequestError.invalidRequest(undefined, 'a prompt is under way in this session');
      const read = readPrompt(blocks);
      if (typeof read === 'string') throw invalid(read);
      const own = new AbortController();
      busy = own;
      try {
        const either = AbortSignal.any([own.signal, signal]);
        const response = await answer(
          agent,
          read,
          either,
          (said) => tell(toldUpdate(said, shows)),
          (text) => tell(chunk('agent_message_chunk', text)),
        );
        tell(infoOf(agent));
        // A command may have brought a server back, or logged in to it.
        if (read.text.startsWith('/')) void tellCommands();
        tellConfig();
        return response;
      } catch (error) {
        throw asRequestError(error);
      } finally {
        busy = undefined;
      }
    },
    cancel: () => {
      busy?.abort();
      agent.abort();
    },
    choose: (what, value) => {
      const option = Object.hasOwn(CONFIG, what) ? CONFIG[what] : undefined;
      if (!option) throw invalid(`there is no option "${what}"`);
      try {
        option.choose(agent, value);
      } catch (error) {
        throw invalid((error as Error).message);
      }
      tellConfig();
    },
    showTerminal: (call, terminal) => outbox.send(...translation.showTerminal(call, terminal)),
    replay: () => {
      // Before the answer to the request: the editor knows this session by its id already.
      for (const update of replay(agent.messages, { projectDir, shows })) editor.update(update);
    },
    begin: () => {
      if (isClosed) return;
      outbox.open();
      onBegin();
      agent.start();
      void tellCommands();
    },
    close: async (options) => {
      isClosed = true;
      busy?.abort();
      await agent.close(options);
    },
  };
}

/** Tells the commands that there are, where they are others than were told. */
function commandsTeller(agent: Agent, tell: (update: SessionUpdate) => void) {
  let told = '';
  const tellNow = async () => {
    const all = await availableCommands(agent);
    if (JSON.stringify(all) === told) return;
    told = JSON.stringify(all);
    tell({ sessionUpdate: 'available_commands_update', availableCommands: all });
  };
  return async () => {
    await tellNow();
    // Servers that are still starting bring their prompts later.
    const { mcp } = agent;
    const starting = mcp.servers().filter(({ state }) => state === 'connecting');
    if (starting.length === 0) return;
    await Promise.all(starting.map(({ name }) => mcp.ready(name)));
    await tellNow();
  };
}

const chosenIn = (agent: Agent): string =>
  Object.values(CONFIG)
    .map(({ now }) => now(agent))
    .join(' ');

function usageOf({ window, usage }: Agent): SessionUpdate {
  const { used, size } = window;
  const cost = usage.cost === undefined ? {} : { cost: { amount: usage.cost, currency: 'USD' } };
  return { sessionUpdate: 'usage_update', used, size, ...cost };
}

const MOST_TITLE = 80;

function infoOf(agent: Agent): SessionUpdate {
  const title = agent.checkpoints()[0]?.text.trim().split('\n')[0]?.slice(0, MOST_TITLE);
  return {
    sessionUpdate: 'session_info_update',
    ...(title ? { title } : {}),
    updatedAt: new Date().toISOString(),
  };
}
