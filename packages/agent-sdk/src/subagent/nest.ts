import { randomUUID } from 'node:crypto';
import { remembered } from '../base/remembered.ts';
import { createWindow } from '../compaction/context-window.ts';
import type { TurnResult } from '../conversation/agent-event.ts';
import {
  type Change,
  type Conversation,
  createConversation,
} from '../conversation/conversation.ts';
import { createPending } from '../hooks/pending.ts';
import { tellUser } from '../hooks/tell-user.ts';
import { withOfferedTools } from '../offer/with-offered-tools.ts';
import { type PermissionMode, stricterMode } from '../permissions/rules/rule.ts';
import type { GuestTranscript } from '../session/guest/guest-transcript.ts';
import type { Guests } from '../session/guest/guests.ts';
import { freshSessionId } from '../session/transcript/session-files.ts';
import type { OnProblem, Transcript } from '../session/transcript/transcript.ts';
import { activeSkills } from '../skills/active-skills.ts';
import type { Skill } from '../skills/skill.ts';
import { SKILL_TOOL } from '../skills/skill-tool.ts';
import { withSkills } from '../skills/with-skills.ts';
import { toolSpec } from '../tools/tool-input.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { withFrozenPrefix } from '../turn/frozen-prefix.ts';
import { runTurn, type TurnParts } from '../turn/turn.ts';
import { type AgentRef, nameOf } from '../vocabulary/agent-ref.ts';
import type { Place, Tool, ToolContext } from '../vocabulary/tool.ts';
import { mayDelegate, mayUse, onlyReads, type ReadyType, toolsOfType } from './agent-types.ts';
import { type Assignment, taskTool } from './task-tool.ts';

/** What all agents of a session have in common. */
export interface Family {
  /** They change when a review accepts files. */
  readonly types: () => ReadonlyMap<string, ReadyType>;
  readonly skills: () => readonly Skill[];
  /** The mode of the session. */
  readonly mode: () => PermissionMode;
  readonly system: (place: Place, own: string | undefined) => string;
  /** Opens the file of a subagent's conversation; undefined where none is kept. */
  readonly openTranscript: (agent: string, onProblem: OnProblem) => Transcript | undefined;
  /** What hooks read; undefined where nothing is kept. */
  readonly guests: Guests | undefined;
}

/** An agent that can start others. */
export interface Parent {
  readonly parts: TurnParts;
  readonly toolbox: Toolbox;
  readonly depth: number;
}

/** The parts of an agent, with the tool that starts subagents made of them. */
export function withTask(parent: Parent, family: Family): TurnParts {
  const { parts, depth } = parent;
  const turns = new Map<string, TurnResult>();
  const made = remembered(family.types, (types) => {
    const task = taskTool({
      types,
      depth,
      onlyReads: (type) => onlyReads(type, parts.tools()),
      run: async (assignment, context) => {
        const ended = await runSubagent(assignment, parent, family, context);
        turns.set(context.call ?? '', ended.turn);
        return ended;
      },
    }) as Tool;
    return { task, spec: toolSpec(task) };
  });
  return {
    ...parts,
    tools: () => new Map([...parts.tools(), [made().task.name, made().task]]),
    specs: () => [...parts.specs(), made().spec],
    within: (call) => {
      const turn = turns.get(call);
      turns.delete(call);
      return turn;
    },
  };
}

/** The same loop once more, inside a call of the one around it. */
async function runSubagent(
  assignment: Assignment,
  parent: Parent,
  family: Family,
  { call = '', signal }: ToolContext,
): Promise<{ agent: AgentRef; turn: TurnResult }> {
  const agent = refOf(assignment, parent);
  parent.parts.conversation.patchTool(call, { agent: agent.id });
  const toolbox = parent.toolbox.fork(agent);
  const talk = openTalk(agent, parent.parts, family, () => toolbox.place().cwd);
  const plain = withOfferedTools(
    partsOf(agent, assignment.type, parent.parts, toolbox, talk, family),
  );
  const parts = plain.tools().has(SKILL_TOOL)
    ? withSkills(plain, family.skills, activeSkills())
    : plain;
  const next = { parts, toolbox, depth: parent.depth + 1 };
  try {
    const own = withFrozenPrefix(
      mayDelegate(assignment.type) ? withTask(next, family) : next.parts,
    );
    talk.emit({ is: 'began' });
    const turn = await runTurn({ text: assignment.prompt }, own, signal);
    talk.emit({ is: 'ended', result: turn });
    return { agent, turn };
  } finally {
    await toolbox.close();
    talk.close();
  }
}

const refOf = ({ type, description }: Assignment, { parts }: Parent): AgentRef => ({
  id: `agent-${randomUUID().slice(0, 13)}`,
  type: type.name,
  description,
  ...(parts.agent ? { parent: parts.agent.id } : {}),
});

/** What a subagent has of its parent, each call marked as its own. */
function partsOf(
  agent: AgentRef,
  type: ReadyType,
  parts: TurnParts,
  { context, place }: Toolbox,
  { conversation, guest, emit }: Talk,
  { system, mode }: Family,
): TurnParts {
  const tools = () => toolsOfType(type, parts.tools());
  const { model } = type;
  const prompt = system(place(), type.systemPrompt);
  const scopes = type.scope === undefined ? [] : [type.scope];
  const own = type.permissionMode === undefined ? {} : { mode: type.permissionMode };
  const mine = () => ({
    cwd: place().cwd,
    ...(own.mode === undefined ? {} : { permission_mode: stricterMode(mode(), own.mode) }),
    agent_id: agent.id,
    agent_type: agent.type,
    agent_transcript_path: guest?.file ?? '',
  });
  return {
    ...parts,
    agent,
    conversation,
    tools,
    specs: () => parts.specs().filter(({ name }) => tools().has(name)),
    search: () => (mayUse(type, 'WebSearch') ? parts.search?.() : undefined),
    context: (asked) => context({ ...asked, tighter: { ...asked.tighter, ...own } }),
    gate: ({ mode = own.mode, ...request }) =>
      parts.gate({
        ...{ agent, place: place(), ...request },
        // What it starts in turn is held to the stricter of the two.
        ...(mode === undefined ? {} : { mode: stricterMode(own.mode ?? mode, mode) }),
      }),
    // The hooks of its file are in force for what it starts as well.
    fire: (event, given, signal, within = []) =>
      parts.fire(event, { ...mine(), ...given }, signal, [...scopes, ...within]),
    tell: (verdict) => tellUser(conversation, verdict),
    spend: (model, usage) => {
      guest?.hear({ is: 'spent', model, usage });
      return parts.spend(model, usage);
    },
    model: model ? () => model : parts.model,
    window: model ? createWindow(() => model) : parts.window,
    system: () => prompt,
    pending: createPending(),
    // What concerns the whole session is the main agent's.
    announce: async () => {},
    started: async () => {},
    emit,
  };
}

interface Talk {
  readonly conversation: Conversation;
  readonly guest: GuestTranscript | undefined;
  readonly emit: TurnParts['emit'];
  close(): void;
}

/** A conversation of its own. Messages for the user also go where the user looks. */
function openTalk(
  agent: AgentRef,
  parts: TurnParts,
  { openTranscript, guests }: Family,
  cwd: () => string,
): Talk {
  let kept: Transcript | undefined;
  const emit: Talk['emit'] = (event) =>
    parts.emit(event.is === 'subagent' ? event : { is: 'subagent', agent, event });
  const conversation = createConversation(freshSessionId, (change) => {
    kept?.write(change);
    guest?.hear(change);
    emit({ is: 'change', change });
    passOn(change, agent, parts);
  });
  const onProblem = (problem: string) => conversation.tell('warning', problem);
  const guest = guests?.open(agent.id, cwd, () => conversation.messages, onProblem);
  kept = openTranscript(agent.id, onProblem);
  const close = () => {
    kept?.close();
    guests?.close(agent.id);
  };
  return { conversation, guest, emit, close };
}

const ERROR = { tone: 'error', call: undefined } as const;

function passOn(change: Change, agent: AgentRef, { conversation }: TurnParts): void {
  if (change.is !== 'added') return;
  for (const block of change.message.blocks) {
    if (block.type !== 'error' && block.type !== 'notice') continue;
    const { tone, call } = block.type === 'error' ? ERROR : block;
    const more = {
      ...(block.hook ? { hook: block.hook } : {}),
      named: block.named === true,
      ...(call ? { call } : {}),
      passing: change.passing === true,
    };
    conversation.tell(tone, `${nameOf(agent)}: ${block.content}`, more);
  }
}
