import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Problem } from '@wavehooks/hooks';
import { checkNode } from '@wavehooks/hooks/vocabulary';
import type { Opened } from '@wavehooks/settings';
import { expandText } from '../commands/expand-text.ts';
import { passExpansion } from '../commands/expansion-hooks.ts';
import type { PromptCommand } from '../commands/load-commands.ts';
import { expandMcpPrompt } from '../commands/mcp-prompt.ts';
import { type Compacted, compact, type WindowUse, windowUse } from '../compaction/compact.ts';
import type { AgentEvent, Ended, OutputResult, TurnResult } from '../conversation/agent-event.ts';
import { createEventStream, type EventStream } from '../conversation/event-stream.ts';
import type { HookControl } from '../hooks/hook-control.ts';
import type { EndReason, NoticeType, StartSource } from '../hooks/session-moments.ts';
import type { Mcp } from '../mcp/mcp-api.ts';
import { type OutputOf, type OutputSchema, openOutput } from '../output/output-schema.ts';
import type { PermissionMode, Rules } from '../permissions/rules/rule.ts';
import type { Scope } from '../permissions/suggestion.ts';
import type { Sandbox } from '../sandbox/open-sandbox.ts';
import { modeFault } from '../sandbox/session-box.ts';
import { loadTelemetry } from '../telemetry/load-telemetry.ts';
import type { Telemetry } from '../telemetry/open-telemetry.ts';
import { passUserCommand, type UserCommand } from '../turn/calls/user-command.ts';
import { checkedPrompt } from '../turn/check-prompt.ts';
import type { Steer } from '../turn/steering.ts';
import type { Prompt } from '../turn/submit.ts';
import { runTurn } from '../turn/turn.ts';
import { type ChangedFile, changedFiles } from '../undo/changed-files.ts';
import { labelOf } from '../undo/edit-trail.ts';
import {
  type Checkpoint,
  checkpointsOf,
  type UndoOptions,
  type UndoResult,
  undoTo,
} from '../undo/undo.ts';
import { previewUndo, type UndoPreview } from '../undo/undo-preview.ts';
import type { ModelFacts } from '../usage/known-models.ts';
import type { SessionUsage } from '../usage/ledger.ts';
import type { ImageBlock, Message, TextBlock } from '../vocabulary/messages.ts';
import type { Effort } from '../vocabulary/model.ts';
import type { Box } from '../vocabulary/sandbox.ts';
import { type Assembly, assemble } from './assemble.ts';
import { type AtWork, atWork } from './at-work.ts';
import type { AgentOptions } from './options/agent-options.ts';
import { checkEffort, checkedRule, checkMode, checkOptions } from './options/check-options.ts';
import type { RuleInForce } from './rule-book.ts';

interface Cancel {
  readonly signal?: AbortSignal;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Pictures that go with the prompt. */
  readonly images?: readonly ImageBlock[];
  /** What the answer has to be: a JSON Schema, or a schema of zod or another Standard Schema library. */
  readonly output?: OutputSchema;
}

export interface CloseOptions {
  /** Why the session ends, as SessionEnd hooks hear it. */
  readonly reason?: EndReason;
  readonly signal?: AbortSignal;
}

/** Nobody has to be called back: the user ended it, or it never began. */
const UNTURNED: ReadonlySet<Ended> = new Set(['aborted', 'blocked']);

/** The agent that users talk to. It has a life: created, spoken to, closed. */
export class Agent {
  readonly #parts: Assembly;
  readonly #stream: EventStream;
  readonly #source: StartSource;
  readonly #work: AtWork;
  readonly #telemetry: Telemetry | undefined;
  #closed = false;
  #last: Ended | undefined;

  /** Rejects with what is wrong or missing: an option, a model, settings that can be read. */
  static async create(options: AgentOptions = {}): Promise<Agent> {
    checkNode('@wavehooks/agent-sdk');
    const stream = createEventStream();
    const { resume, fork } = options.session ?? {};
    const source = resume === undefined ? 'startup' : fork ? 'fork' : 'resume';
    checkOptions(options);
    const telemetry = await loadTelemetry(options.telemetry, options.env ?? process.env);
    if (telemetry) stream.subscribe(telemetry.hear);
    const parts = await assemble(options, stream.emit, telemetry?.traceOf);
    telemetry?.begin({ sessionId: parts.session.id, hooks: () => parts.hooks.entries });
    return new Agent(parts, stream, source, telemetry);
  }

  private constructor(
    parts: Assembly,
    stream: EventStream,
    source: StartSource,
    telemetry: Telemetry | undefined,
  ) {
    this.#telemetry = telemetry;
    this.#parts = parts;
    this.#stream = stream;
    this.#source = source;
    this.#work = atWork({
      wakes: () => parts.late.wakes,
      mostWakes: parts.turn.stopBlocks,
      runWoken: (own) => {
        stream.emit({ is: 'began' });
        return parts.steering.during(() => runTurn(undefined, parts.turn, own));
      },
      onWoken: () => stream.emit({ is: 'woken' }),
      onEnded: (result) => this.#tellEnd(result),
    });
    parts.late.onWake(() => this.#work.wake() || this.#tellWaits());
  }

  /** Runs the SessionStart hooks now rather than with the first prompt, which waits for them. */
  start(source: StartSource = this.#source): void {
    this.#parts.moments.start(source);
  }

  get messages(): readonly Message[] {
    return this.#parts.session.conversation.messages;
  }

  get sessionId(): string {
    return this.#parts.session.id;
  }

  get transcriptPath(): string {
    return this.#parts.session.transcript?.file ?? '';
  }

  get model(): string {
    return this.#parts.state.model.id;
  }

  get projectDir(): string {
    return this.#parts.projectDir;
  }

  /** Where it is now: Bash moves it. */
  get cwd(): string {
    return this.#parts.state.cwd;
  }

  /** The hooks in force. */
  get hooks(): HookControl {
    return this.#parts.hooks;
  }

  /** The settings in force; undefined when it reads none. */
  get settings(): Opened | undefined {
    return this.#parts.opened;
  }

  /** The MCP servers: what became of them, what they offer beside tools. */
  get mcp(): Mcp {
    return this.#parts.mcp;
  }

  get permissionMode(): PermissionMode {
    return this.#parts.state.mode;
  }

  /** Throws for a word that is no mode, and for a mode that needs a sandbox where there is none. */
  set permissionMode(mode: PermissionMode) {
    checkMode(mode);
    const fault = modeFault(mode, this.#parts.sandbox);
    if (fault !== undefined) throw new Error(fault);
    this.#parts.state.mode = mode;
  }

  /** The sandbox that a command of the user's own, or of the agent's, runs in now. */
  get commandBox(): Box {
    return this.#parts.boxFor({});
  }

  /** Whether there can be a sandbox here, and what settings say of it. */
  get sandbox(): Pick<Sandbox, 'available' | 'settings'> {
    return this.#parts.sandbox;
  }

  /** How much the model thinks before it answers, where it can. */
  get effort(): Effort {
    return this.#parts.state.effort;
  }

  /** Takes effect with the next request. Throws for an unknown level. */
  set effort(effort: Effort) {
    checkEffort(effort);
    this.#parts.state.effort = effort;
  }

  /** Whether the model is known to think; undefined for one of the host's that does not say. */
  get thinks(): boolean | undefined {
    return this.#parts.state.model.thinks;
  }

  /** What is wrong with what it was opened with, for its host to tell the user. */
  get problems(): readonly Problem[] {
    return this.#parts.problems;
  }

  /** The files whose text it follows, as they were read at the start: AGENTS.md and what these import. */
  get instructions(): readonly string[] {
    return this.#parts.instructions.map(({ file }) => file);
  }

  /** Changes the model from the next request on. Throws what is missing. */
  switchModel(name: string): void {
    this.#parts.switchModel(name);
  }

  /** The models that can be reached and of which something is known: the window, and the price. */
  get models(): readonly ModelFacts[] {
    return this.#parts.models();
  }

  /** The permission rules in force, those given during the session included. */
  get rules(): Rules {
    return this.#parts.book.rules();
  }

  /** Every rule with where it comes from; those of the project that nobody approved, too. */
  get ruleEntries(): readonly RuleInForce[] {
    return this.#parts.book.entries();
  }

  /** For how long `addRule` can keep a rule: what goes to a file must be a file that the agent reads. */
  get ruleScopes(): readonly Scope[] {
    return this.#parts.book.scopes;
  }

  /**
   * Adds a rule to a list: for this session, for the project (`.wave/settings.local.json`) or for all
   * (`~/.wave/settings.json`). Rejects for a rule that means nothing, and where it cannot be written.
   */
  async addRule(list: keyof Rules, rule: string, scope: Scope = 'session'): Promise<RuleInForce> {
    return this.#parts.book.add(list, rule, scope);
  }

  /** Takes back a rule of `ruleEntries`, from its file as well. */
  async removeRule(entry: RuleInForce): Promise<void> {
    await this.#parts.book.remove(entry);
  }

  /** The rules that the user gave during the session. */
  get allowed(): readonly string[] {
    return this.#parts.state.given.allow;
  }

  /** Allows what a rule names, for this session. Throws for a rule that would permit nothing. */
  allow(rule: string): void {
    this.#parts.state.given.allow.push(checkedRule(rule));
  }

  /** Makes a directory one of the project's for this session, as `directories` does. Throws where there is none. */
  addDirectory(dir: string): void {
    const path = resolve(this.cwd, dir);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`there is no directory ${path}`);
    this.#parts.addDirectory(path);
  }

  /** What was given for the session of another agent holds here, too. */
  takeOverRules({ ruleEntries }: Agent): void {
    const { given } = this.#parts.state;
    for (const { list, rule, from } of ruleEntries)
      if (from === 'session' && !given[list].includes(rule)) given[list].push(rule);
  }

  /** What hooks set for the commands of this session. */
  get shellVariables(): Readonly<Record<string, string>> {
    return this.#parts.variables.set;
  }

  /** Prompts that are kept in files and called by name. */
  get commands(): readonly PromptCommand[] {
    return this.#parts.kept.commands;
  }

  /**
   * What `/name arguments` stands for, also as a prompt of an MCP server, which is waited for while it
   * starts; undefined where there is none. Rejects for a command of the project that nobody has approved
   * as it is, for a prompt that no server has, and where a UserPromptExpansion hook blocks it.
   */
  async expand(text: string, { signal }: Cancel = {}): Promise<string | undefined> {
    const { kept, mcp, turn } = this.#parts;
    const own = expandText(text, kept);
    const prompt = own?.prompt ?? (await expandMcpPrompt(text, mcp, signal));
    if (prompt === undefined) return undefined;
    this.start();
    const type = own ? 'slash_command' : 'mcp_prompt';
    const expansion = { typed: text, prompt, type, source: own?.source ?? 'mcp' } as const;
    const passed = await passExpansion(expansion, turn, signal);
    if (own?.skill !== undefined) this.#parts.skills.use(own.skill);
    return passed;
  }

  /**
   * Runs the Notification hooks; nobody waits for them. The agent itself fires `permission_prompt` and
   * `turn_ended`; when it has waited for the user for long, its host knows.
   */
  notify(type: NoticeType, message: string): void {
    this.#parts.moments.notify(type, message);
  }

  /**
   * A command that the user ran: its PostToolUse hooks see it before the model does. Resolves to what
   * they made of its output.
   */
  async ran(command: UserCommand, { signal }: Cancel = {}): Promise<string> {
    return this.#aside(signal, (own) => passUserCommand(command, this.#parts.turn, own));
  }

  /** Puts something in front of the model that it reads with the next prompt. */
  note(text: string, about: Pick<TextBlock, 'shell'> = {}): void {
    if (this.#work.is === 'prompt')
      throw new Error('the agent is still at work on the last prompt');
    const { conversation } = this.#parts.session;
    const add = () => conversation.add('user', [{ type: 'text', content: text, ...about }], 'wave');
    if (this.#work.is === 'woken') void this.rest().then(add);
    else add();
  }

  /**
   * Sends a prompt and waits until the agent stops. One turn at a time. With `output`, a turn that is
   * done has a validated document as its output.
   */
  sendMessage<const S extends OutputSchema>(
    text: string,
    options: SendOptions & { readonly output: S },
  ): Promise<OutputResult<OutputOf<S>>>;
  sendMessage(text: string, options?: SendOptions): Promise<TurnResult>;
  async sendMessage(
    text: string,
    { signal, images, output }: SendOptions = {},
  ): Promise<TurnResult> {
    const prompt = checkedPrompt(text, images);
    const result = await this.#work.alone(signal, async (own) =>
      output === undefined
        ? this.#answer(prompt, own)
        : this.#answer({ ...prompt, output: await openOutput(output) }, own),
    );
    this.#work.turnEnded(result.ended, 'prompt');
    this.#tellEnd(result);
    this.#work.wake();
    return result;
  }

  /**
   * A prompt for the turn under way. The agent gets it at its next step: behind the results of the calls
   * that run now, after UserPromptSubmit hooks have judged it. Where no turn runs, or the turn ends before,
   * its outcome is `left`, and it is yours to send.
   */
  steer(text: string, { images }: Pick<SendOptions, 'images'> = {}): Steer {
    return this.#parts.steering.add(checkedPrompt(text, images));
  }

  #tellEnd(result: TurnResult): void {
    this.#last = result.ended;
    if (!UNTURNED.has(result.ended))
      this.#parts.moments.notify('turn_ended', `The turn ended: ${result.ended}`);
    this.#stream.emit({ is: 'ended', result });
  }

  #tellWaits(): void {
    this.#parts.session.conversation.tell(
      'info',
      'A hook has something for the agent, which gets it with your next prompt.',
    );
  }

  /** Waits for the end of a turn that a hook started; `sendMessage` does so by itself. */
  async rest(): Promise<void> {
    await this.#work.rest();
  }

  /** Hooks are told the prompt that is under way by its id: the one that `undo` takes. */
  async #answer(prompt: Prompt & { id: string }, signal: AbortSignal): Promise<TurnResult> {
    const { state, turn, steering } = this.#parts;
    this.#stream.emit({ is: 'began' });
    this.start();
    state.promptId = prompt.id;
    try {
      return await steering.during(() => runTurn(prompt, turn, signal));
    } finally {
      state.promptId = undefined;
      this.#parts.skills.endTurn();
    }
  }

  /** What is not a turn; hooks that had to wait for its end may wake the agent then. */
  async #aside<T>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.#work.alone(signal, work).finally(() => this.#work.wake());
  }

  /** What this session has used so far, and what that cost where all prices are known. */
  get usage(): SessionUsage {
    return this.#parts.session.ledger.total;
  }

  /** How full the model's window is. It is counted anew each time. */
  get window(): WindowUse {
    return windowUse(this.#parts.turn);
  }

  /** Makes the conversation shorter for the model now. The user keeps all of it. */
  async compact(instructions?: string, { signal }: Cancel = {}): Promise<Compacted> {
    const { turn } = this.#parts;
    return this.#aside(signal, async (own) => {
      // The same system prompt and tools as in a turn.
      await turn.prepare(own);
      return compact(turn, 'asked', own, { instructions });
    });
  }

  /** The prompts of this session that one can go back to, oldest first. */
  checkpoints(): readonly Checkpoint[] {
    return checkpointsOf(this.#parts.session.history);
  }

  /** What going back to before a prompt would do to files, without doing it. */
  previewUndo(promptId: string): UndoPreview {
    return previewUndo(this.#parts.session, promptId);
  }

  /**
   * The files that changed in a turn (the id of its prompt), or in the whole session: before and after, and what
   * made the change, be it a tool, a command or a hook.
   */
  changes({ turn }: { readonly turn?: string } = {}): readonly ChangedFile[] {
    const { history, store } = this.#parts.session;
    return changedFiles(history, store, turn);
  }

  /**
   * Does something of the host's own that may change files of the project, such as a command of the user, so
   * that undo can restore them. `what` is how it is called there.
   */
  async noting<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { session, spans } = this.#parts;
    session.conversation.note({ is: 'ran', tool: 'user', what });
    const end = await spans?.begin(labelOf(what, ''));
    try {
      return await work();
    } finally {
      await end?.();
    }
  }

  /** Goes back to before a prompt: files, conversation, or both. */
  async undo(promptId: string, options: UndoOptions = {}): Promise<UndoResult> {
    return this.#aside(undefined, async () => {
      await this.#parts.spans?.look();
      return undoTo(this.#parts.session, promptId, options);
    });
  }

  /** Sends the commands that the agent waits for to the background; how many those were. */
  toBackground(): number {
    return this.#parts.toolbox.toBackground();
  }

  /** Ends a command in the background, of this agent or of a subagent; false where there is none. */
  async stopShell(id: string, agent?: string): Promise<boolean> {
    return this.#parts.toolbox.stopShell(id, agent);
  }

  /** Ends the turn under way at once: hooks, tools, and the request to the model. */
  abort(): void {
    this.#work.abort();
  }

  /** Calls `listener` for everything that happens; returns how to end that. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#stream.subscribe(listener);
  }

  /** Everything that happens from now on, until the agent is closed. */
  events(): AsyncGenerator<AgentEvent> {
    return this.#stream.iterate();
  }

  /** Ends the session: its hooks run, and whatever it started is ended. A signal cuts the hooks short. */
  async close({ reason = 'other', signal }: CloseOptions = {}): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#work.close();
    await this.#parts.interceptions.end(this.#last);
    await this.#parts.moments.end(reason, signal);
    await this.#parts.close();
    this.#telemetry?.close();
    this.#stream.end();
  }
}
