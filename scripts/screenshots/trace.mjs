// The picture of the trace page: a small session on the practice model, and its page in a real browser.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const WAVE = join(root, 'packages/code/bin/wave.cjs');
const hook = (name, command, matcher) => ({
  ...(matcher ? { matcher } : {}),
  hooks: [{ type: 'command', name, command }],
});
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
];

const dir = mkdtempSync(join(tmpdir(), 'wave-screenshot-'));
const [home, project] = [join(dir, 'home'), join(dir, 'project')];
try {
  mkdirSync(join(home, '.wave'), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(home, '.wave/settings.json'), JSON.stringify(SETTINGS, null, 2));
  writeFileSync(join(project, 'notes.txt'), 'hello\n');
  const wave = (...args) =>
    spawnSync(process.execPath, [WAVE, ...args], {
      cwd: project,
      env: { ...process.env, HOME: home },
      encoding: 'utf8',
    });
  for (const [at, prompt] of PROMPTS.entries())
    wave('-p', prompt, '--model', 'practice', ...(at === 0 ? [] : ['--continue']));
  wave('trace', '--with-content', '-o', 'trace.html');
  const html = join(project, 'trace.html');
  const places = (text) => text.replaceAll(home, '~').replaceAll(project, '/home/ada/notes');
  writeFileSync(html, places(readFileSync(html, 'utf8')));
  const browser = await chromium.launch(
    process.platform === 'linux'
      ? { executablePath: await sparticuz.executablePath(), args: sparticuz.args }
      : { channel: 'chrome' },
  );
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  await page.goto(pathToFileURL(html).href);
  await page.getByText('git push --force').last().click();
  const out = join(root, 'docs/images/trace.png');
  await page.screenshot({ path: out });
  await browser.close();
  console.log('docs/images/trace.png');
} finally {
  rmSync(dir, { recursive: true, force: true });
}
