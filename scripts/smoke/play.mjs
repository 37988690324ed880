import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from '../../packages/agent-sdk/dist/index.js';

/** Beyond either, the play ends: something goes in circles. */
const MOST_REQUESTS = 40;
const MOST_DOLLARS = 1;

/** A red square of 8 x 8. */
const RED =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4z8CAFTEMLQkA8Ho/wU3Lw9EAAAAASUVORK5CYII=';

/** THE TABLE: what is asked, and what must be so afterwards. `anew` goes on in a new process's place: a resume. */
const STEPS = [
  {
    proves: 'a text without tools',
    prompt: 'Answer with the single word READY. Use no tool.',
    holds: ({ text }) => /ready/i.test(text),
  },
  {
    proves: 'parallel calls',
    prompt:
      'Write two files with the Write tool, both calls in one answer: one.txt with the text 1, and two.txt with the text 2.',
    holds: (_, { file }) => file('one.txt').trim() === '1' && file('two.txt').trim() === '2',
  },
  {
    proves: 'a call that fails is told, and the turn goes on',
    prompt: 'Run "cat missing.txt" with Bash, then answer with the word FAILED if it failed.',
    holds: ({ text }) => /failed/i.test(text),
  },
  {
    proves: 'a hook denies a call, and its reason is read',
    prompt: 'Run "rm one.txt" with Bash. If it is refused, repeat the reason word for word.',
    holds: ({ text }, { has }) => has('one.txt') && /KINGFISHER/.test(text),
  },
  {
    proves: "a hook's context is read",
    prompt: 'Which code word did a hook tell you together with this prompt? Answer with it alone.',
    holds: ({ text }) => /HERON/.test(text),
  },
  {
    proves: 'an image is read, or refused without harm',
    prompt: 'Which colour is this image? One word.',
    images: [{ type: 'image', mediaType: 'image/png', content: RED }],
    holds: ({ ended }) => ended === 'done',
  },
  {
    proves: 'a subagent works',
    prompt:
      'Have a subagent (the Task tool, type explore) find out what two.txt contains. Answer with that.',
    holds: ({ text }) => /2/.test(text),
  },
  {
    proves: 'a session goes on after its project changed',
    anew: true,
    prompt: 'Read new.txt and answer with the word in it.',
    holds: ({ text }) => /PELICAN/.test(text),
  },
  {
    proves: 'a shortened conversation goes on',
    compacts: true,
    prompt: 'Write three.txt with the text 3 and answer DONE.',
    holds: (_, { file }) => file('three.txt').trim() === '3',
  },
];

/** Exit code: 0 if all of it holds. */
export async function play({ dir, model, env, say }) {
  const project = join(dir, 'project');
  mkdirSync(project);
  const at = {
    has: (name) => existsSync(join(project, name)),
    file: (name) =>
      existsSync(join(project, name)) ? readFileSync(join(project, name), 'utf8') : '',
  };
  const open = (resume) =>
    Agent.create({
      ...{ workdir: project, home: dir, model, env, permissionMode: 'bypassPermissions' },
      ...{
        hooks: HOOKS,
        settingSources: [],
        session: { keep: true, ...(resume ? { resume } : {}) },
      },
    });
  say(`Asking ${model.id} ...`);
  const sums = { requests: 0, inputTokens: 0, cachedTokens: 0, cost: 0, failed: 0 };
  let agent = await open();
  for (const step of STEPS) {
    if (step.anew) agent = await again(agent, open, project);
    if (step.compacts) await agent.compact();
    const result = await agent.sendMessage(step.prompt, step.images ? { images: step.images } : {});
    add(sums, result);
    const held = result.ended === 'done' && step.holds(result, at);
    if (!held) sums.failed++;
    say(`${held ? 'proved' : 'FAILED'}  ${step.proves}${held ? '' : `: ${why(result)}`}`);
    if (sums.requests > MOST_REQUESTS || sums.cost > MOST_DOLLARS) {
      say(`Ended early: ${sums.requests} requests, $${sums.cost.toFixed(2)}.`);
      sums.failed++;
      break;
    }
  }
  await agent.close();
  say(summary(sums));
  return sums.failed === 0 ? 0 : 1;
}

const deny = ({ tool_input: input }) =>
  /\brm\b/.test(String(input.command))
    ? { decision: 'deny', reason: 'KINGFISHER says no.' }
    : undefined;
const tell = ({ prompt }) =>
  /code word/.test(prompt) ? { additionalContext: 'The code word is HERON.' } : undefined;
const HOOKS = {
  PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'function', run: deny, onError: 'block' }] }],
  UserPromptSubmit: [{ hooks: [{ type: 'function', run: tell }] }],
};

async function again(agent, open, project) {
  const { sessionId } = agent;
  await agent.close();
  writeFileSync(join(project, 'new.txt'), 'PELICAN\n');
  writeFileSync(join(project, 'AGENTS.md'), 'Answer briefly.\n');
  return open(sessionId);
}

function add(sums, { requests, usage, cost = 0 }) {
  sums.requests += requests;
  sums.inputTokens += usage.inputTokens;
  sums.cachedTokens += usage.cachedTokens;
  sums.cost += cost;
}

const why = ({ ended, error, text }) =>
  error ?? `the turn ended as ${ended} with ${JSON.stringify(text.slice(0, 200))}`;

function summary({ requests, inputTokens, cachedTokens, cost, failed }) {
  const share = inputTokens === 0 ? 0 : Math.round((100 * cachedTokens) / inputTokens);
  const price = cost > 0 ? `, $${cost.toFixed(2)}` : '';
  return `${STEPS.length - failed} of ${STEPS.length} hold. ${requests} requests, ${inputTokens} tokens in, ${share} % of them from the cache${price}.`;
}
