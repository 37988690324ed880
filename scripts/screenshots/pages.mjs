// The pages of `wave trace` and `wave stats`: small sessions on the practice model, and the page in a real browser.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from '../../bench/groups/page.mjs';

const hook = (name, command, matcher) => ({ matcher, hooks: [{ type: 'command', name, command }] });
const SETTINGS = {
  permissions: { allow: ['Bash(echo *)', 'Edit'] },
  hooks: {
    UserPromptSubmit: [hook('branch', 'echo "You are on the branch main."')],
    PreToolUse: [
      hook(
        'no-force-push',
        'grep -q -- --force && { echo "Never push with --force." >&2; exit 2; }; exit 0',
        'Bash',
      ),
      hook('slow-check', 'sleep 0.3', 'Bash|Edit'),
    ],
    PreCompact: [hook('keep-plan', 'true')],
  },
};
const PROMPTS = [
  'read notes.txt',
  'run git push --force',
  'edit notes.txt: hello -> goodbye',
  'delegate: read notes.txt',
  'run git commit -m one',
  'run git commit -m two',
];

/** Each draws into a file what happened in a directory. */
export const PAGES = {
  trace: (dir, wave, out) =>
    page(dir, wave, out, 'trace', async (tab) => {
      await tab.getByText('git push --force').last().click();
    }),
  stats: (dir, wave, out) => page(dir, wave, out, 'stats', async () => {}),
};

async function page(dir, program, out, command, act) {
  const [home, project] = [join(dir, 'home'), join(dir, 'project')];
  mkdirSync(join(home, '.wave'), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(home, '.wave/settings.json'), JSON.stringify(SETTINGS, null, 2));
  writeFileSync(join(project, 'notes.txt'), 'hello\n');
  const wave = (...args) => {
    const how = { cwd: project, env: { ...process.env, HOME: home }, encoding: 'utf8' };
    return spawnSync(process.execPath, [program, ...args], how);
  };
  for (const [at, prompt] of PROMPTS.entries())
    wave('-p', prompt, '--model', 'practice', ...(at === 0 ? [] : ['--continue']));
  const file = join(project, `${command}.html`);
  const { status, stderr } = wave(command, '-o', file);
  if (status !== 0) throw new Error(stderr);
  const html = readFileSync(file, 'utf8');
  writeFileSync(file, html.replaceAll(home, '~').replaceAll(project, '/home/ada/notes'));
  const browser = await openBrowser();
  const tab = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  await tab.goto(pathToFileURL(file).href);
  await act(tab);
  await tab.screenshot({ path: out });
  await browser.close();
}
