import type { EventSpec } from './events.ts';
import { optional, required } from './shape.ts';

const TOLD = ['tell-user'] as const;

/** What each of them may say: that it goes no further. */
const SHUTS = {
  success: [],
  block: ['block', 'tell-user'],
  failure: TOLD,
  halt: ['halt', 'tell-user'],
  warning: TOLD,
} as const;

const MODEL = required('text', 'the model, as settings name it');

/** The gates around a session and its requests. Nothing is made for them where no hook is on them. */
export const MODEL_EVENTS = {
  SessionGate: {
    when: 'once, before the first prompt of a session is taken',
    subject: undefined,
    input: {
      model: MODEL,
      tools: optional('texts', 'the tools that the model is told of'),
    },
    on: SHUTS,
    decides: 'gate',
    says: {
      none: 'the session begins',
      block: 'the session takes no prompt',
      halt: 'the session takes no prompt',
    },
    sample: { model: 'sample-model', tools: ['Bash', 'Read'] },
  },
  PreModelCall: {
    when: 'before a request goes to a model, be it for the agent, a subagent, a summary or a hook',
    subject: 'model',
    input: {
      model: MODEL,
      messages: required(
        'list',
        'what is sent, each with `role` and `content`; the system text first',
      ),
    },
    on: SHUTS,
    decides: 'gate',
    says: {
      none: 'the request is sent',
      block: 'the request is not sent, and the turn ends',
      halt: 'the request is not sent, and the turn ends',
    },
    sample: { model: 'sample-model', messages: [{ role: 'user', content: 'Fix the test' }] },
  },
  PostModelCall: {
    when: 'after a model has answered, before anything of the answer is shown or kept',
    subject: 'model',
    input: {
      model: MODEL,
      response: required('object', 'the answer: `content`, `tool_calls` and `finish_reason`'),
    },
    on: SHUTS,
    decides: 'gate',
    says: {
      none: 'the answer is taken',
      block: 'nothing of the answer is taken, and the turn ends',
      halt: 'nothing of the answer is taken, and the turn ends',
    },
    sample: {
      model: 'sample-model',
      response: { content: 'Done.', tool_calls: [], finish_reason: 'stop' },
    },
  },
  PreAnswer: {
    when: 'before the last words of a turn are shown',
    subject: undefined,
    input: { answer: required('text', 'the last words') },
    on: SHUTS,
    decides: 'gate',
    says: {
      none: 'they are shown',
      block: 'nothing of them is shown or kept, and the turn ends',
      halt: 'nothing of them is shown or kept, and the turn ends',
    },
    sample: { answer: 'All tests pass.' },
  },
} as const satisfies Record<string, EventSpec>;
