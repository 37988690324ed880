import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConfirmRequest } from '../../src/permissions/confirm.ts';
import { hooksOn, printing, talk, tempDir } from '../talk.ts';
import { call, type Reply, say } from '../wire/reply.ts';

/** What is asked about each call, answered with the rule that is offered. */
async function asked(calls: Reply[], hooks?: Record<string, unknown>, dir = tempDir()) {
  const requests: Pick<ConfirmRequest, 'tool' | 'rule' | 'by'>[] = [];
  const { agent } = await talk({
    workdir: dir,
    permissionMode: 'default',
    script: [...calls, say('done')],
    ...(hooks ? { hooks } : {}),
    confirm: async ({ tool, rule, by }) => {
      requests.push({ tool, by, ...(rule ? { rule } : {}) });
      return rule ? { answer: 'always', rule } : { answer: 'yes' };
    },
  });
  return { requests, rules: agent.rules.allow };
}

test('a command: the rule is that command, and the same is not asked again', async () => {
  const { requests, rules } = await asked([
    call('Bash', { command: 'touch a' }),
    call('Bash', { command: 'touch a' }),
    call('Bash', { command: 'touch b' }),
  ]);
  expect(requests.map(({ rule }) => rule)).toEqual(['Bash(touch a)', 'Bash(touch b)']);
  expect(rules).toEqual(['Bash(touch a)', 'Bash(touch b)']);
});

test('a file: inside of the project by its path there, outside by its whole path', async () => {
  const out = join(tempDir(), 'far.txt');
  const { requests } = await asked([
    call('Write', { file_path: 'sub/a.txt', content: 'x' }),
    call('Edit', { file_path: 'sub/a.txt', old_string: 'x', new_string: 'y' }),
    call('Write', { file_path: out, content: 'x' }),
  ]);
  expect(requests.map(({ rule }) => rule)).toEqual(['Edit(sub/a.txt)', `Edit(/${out})`]);
});

test('where a hook asks, no rule could spare the question, so none is offered', async () => {
  const ask = printing({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' },
  });
  const { requests } = await asked(
    [call('Bash', { command: 'touch a' })],
    hooksOn('PreToolUse', ask),
  );
  expect(requests).toEqual([{ tool: 'Bash', by: expect.stringContaining('hook') }]);
});

test('what guards the agent is asked each time', async () => {
  const { requests } = await asked([
    call('Write', { file_path: '.wave/settings.json', content: '{}' }),
  ]);
  expect(requests).toEqual([{ tool: 'Write', by: 'writes to files that guard the agent' }]);
});

/** What is offered for one call: rules without their time, and the mode. */
async function offered(tool: string, input: Record<string, unknown>, more: object = {}) {
  let found: ConfirmRequest['suggestions'] | undefined;
  await talk({
    permissionMode: 'default',
    script: [call(tool, input), say('done')],
    confirm: async ({ suggestions }) => {
      found = suggestions;
      return false;
    },
    ...more,
  });
  return found?.map((one) => ('rule' in one ? one.rule : one.mode));
}

test.each([
  ['npm test', ['Bash(npm test)', 'Bash(npm test *)']],
  ['npm test -- --run a', ['Bash(npm test -- --run a)', 'Bash(npm test *)']],
  ['npm run build', ['Bash(npm run build)', 'Bash(npm run build *)']],
  ["git commit -m 'a b'", ["Bash(git commit -m 'a b')", 'Bash(git commit *)']],
  ['git add -A', ['Bash(git add -A)', 'Bash(git add *)']],
  ['yarn build', ['Bash(yarn build)', 'Bash(yarn build *)']],
  ['yarn run lint', ['Bash(yarn run lint)', 'Bash(yarn run lint *)']],
  ['pnpm build', ['Bash(pnpm build)', 'Bash(pnpm build *)']],
])('%s: this command, and those that begin like it', async (command, rules) => {
  expect(await offered('Bash', { command })).toEqual(rules);
});

test.each([
  ['go build ./...', 'go build *'],
  ['pytest -q', 'pytest *'],
  ['python3 -m pytest x', 'python3 -m pytest *'],
  ['node --test test/ 2>&1 | tail -20', 'node --test test/'],
  ['node scripts/build.mjs | tail', 'node scripts/build.mjs'],
  ['python3 tools/check.py 2>&1 | tail -5', 'python3 tools/check.py'],
  ['make test | tail', 'make test'],
  ['cargo test --all 2>&1', 'cargo test --all'],
  ['cargo clippy -- -D warnings | tail', 'cargo clippy -- -D warnings'],
  ['docker logs web', 'docker logs *'],
  ['kubectl get pods -A', 'kubectl get *'],
])('%s: the table of prefixes has %s', async (command, prefix) => {
  expect((await offered('Bash', { command }))?.at(-1)).toBe(`Bash(${prefix})`);
});

test.each([
  ["git add -A && git commit -m 'wip'", ['git add *', 'git commit *']],
  ['npm run build && npm test', ['npm run build *', 'npm test *']],
  [
    `git add -A && git commit -m "$(cat <<'EOF'\nwip\n\nIt's | more\nEOF\n)"`,
    ['git add *', 'git commit *'],
  ],
  ['git add -A; echo done && npm test | tail -3', ['git add *', 'npm test *']],
  ['git commit -am x && git push origin main', ['git commit *', 'git push origin main']],
  ['mkdir -p out && make all && npm test', ['mkdir -p out', 'make all', 'npm test *']],
])('%s: one rule for each part that is not free already', async (command, prefixes) => {
  const rules: string[][] = [];
  const { agent } = await talk({
    permissionMode: 'default',
    script: [call('Bash', { command }), call('Bash', { command }), say('done')],
    confirm: async ({ suggestions }) => {
      const last = suggestions.at(-1);
      if (!last || !('rule' in last)) return false;
      rules.push([last.rule, ...(last.also ?? [])]);
      return { answer: 'always', ...last };
    },
  });
  const wanted = prefixes.map((prefix) => `Bash(${prefix})`);
  expect(rules, 'asked once').toEqual([wanted]);
  expect(agent.rules.allow).toEqual(wanted);
});

test.each([
  ...[
    'git add -A && git push --force',
    'git -C x push -f',
    'git push origin +main',
    'git clean -fd',
  ],
  ...['git reset --hard HEAD~1', 'git branch -D x', 'git stash drop', 'npm test && npm publish'],
  ...['npm test && rm -rf x', 'sudo rm x', 'bash -c "rm x"', '/bin/rm x', 'find . -delete'],
  ...['docker volume rm x', 'kubectl delete pod x', 'gh release create v1', 'twine upload d/*'],
  ...['kubectl -n prod delete pod x', 'docker --context c rm x', 'docker compose down -v'],
  ...['npm --prefix p publish', 'gh -R a/b release create v1', 'cargo +nightly publish'],
  ...['git --git-dir x push -f', 'git checkout .', 'git checkout HEAD -- a', 'git restore a'],
  ...['git add a && npx rimraf dist', 'yarn npm publish'],
])('%s deletes, forces or publishes: no answer lasts', async (command) => {
  expect(await offered('Bash', { command })).toEqual([]);
});

test.each([
  ...['git push origin main', "git commit -m 'rm -rf'", 'git branch new', 'npm install x'],
  ...['git checkout main', 'git restore --staged a', 'docker compose up -d'],
])('%s can be allowed for longer', async (command) => {
  expect(await offered('Bash', { command })).toContain(`Bash(${command})`);
});

const NO_PREFIX = [
  ...['bash -c "make x"', 'sh x.sh', 'python x.py', 'python3 -c 1', 'node x.js', 'node -e 1'],
  ...['sudo npm test', 'env A=1 npm test', 'xargs make', 'find . -delete', 'rm -r x', 'mv a b'],
  ...['npx vitest', 'npm exec x', 'npm install x', 'npm run', 'npm run "$X"', 'npm -C x test'],
  ...['git -c a=b commit', 'git rebase -x y', 'git config a b', 'git push', 'git clean -fd', 'git'],
  ...['git submodule foreach x', 'git bisect run x', 'make test', 'docker run x', 'ssh h x'],
  ...['git checkout .', 'git checkout main', 'git restore a', 'yarn run node x', 'yarn node x'],
  ...['yarn dlx x', 'yarn exec x', 'pnpm dlx x', 'pnpm exec x', 'cargo run', 'cargo install x'],
  ...[
    'make X=1 test',
    'make -f /tmp/m test',
    'go run x',
    'npx tsc',
    'kubectl delete x',
    'docker rm x',
  ],
  ...['perl x.pl', 'ruby -e 1', 'awk 1 f > b', 'tar xf a', 'curl x', 'time make', 'kill 1'],
];

test.each([
  "cat <<'EOF' | git commit -F -\nwip\nEOF",
  'git commit -m "$(cat <<\'EOF\'\nwip\nEOF\n)" && cat <<E | npm test\nx\nE',
  'cat() { rm x; }; git commit -m "$(cat <<\'EOF\'\nwip\nEOF\n)"',
  'git commit -m "$(cat <<EOF\n$(touch y)\nEOF\n)"',
  "echo '$(cat <<EOF\nEOF\n)' && cat <<E | git commit -F -\nx\nE",
  'git commit -m "$(cat <<\'EOF\' | sh\nwip\nEOF\n)"',
])('%s: more than a word of several lines', async (command) => {
  const permissions = { allow: ['Bash(git commit *)', 'Bash(npm test *)'] };
  expect(await offered('Bash', { command }, { permissions })).toBeDefined();
});

test.each([
  ...['cat x | python3 -', 'cat x | python3', 'cat x | node', 'cat x | sh', 'ls | xargs make'],
  ...['cat x | make -f -', 'cat x | make -f /dev/stdin', 'cat x | make --file=-'],
  ...['cat x | python3 /dev/fd/0', 'cat x | docker compose exec web sh'],
])('%s: it runs what it reads, so its last part is no rule', async (command) => {
  expect(await offered('Bash', { command })).toEqual([`Bash(${command})`]);
});

test.each(NO_PREFIX)(
  '%s: no beginning is offered, since it would allow anything',
  async (command) => {
    const rules = (await offered('Bash', { command })) ?? [];
    expect(rules.filter((rule) => rule.endsWith('*)'))).toEqual([]);
  },
);

test.each(['npm test 2>&1 | tail -5', 'npm test; echo $?', 'npm test || true'])(
  'what only reads does not keep a lasting answer from being offered: %s',
  async (command) => {
    expect(await offered('Bash', { command })).toEqual([`Bash(${command})`, 'Bash(npm test *)']);
  },
);

test.each(['time npm test', 'bash -c "npm test"', 'timeout 9 npm test -- a'])(
  '%s: the beginning is that of the command inside',
  async (command) => {
    expect(await offered('Bash', { command })).toEqual([`Bash(${command})`, 'Bash(npm test *)']);
  },
);

test.each([
  ['npm test', 'npm test --script-shell=./x'],
  ['npm run build', 'npm run build --node-options=--require=./x.js'],
  ['pnpm test', 'pnpm test --script-shell ./x'],
  ['git fetch', "git fetch --upload-pack='./x' ."],
  ['git pull', 'git pull ext::./x'],
  ['go vet', 'go vet -vettool=./x'],
  ['go test', 'go test -exec ./x'],
  ['yarn build', 'yarn build --script-shell ./x'],
])('%s: its beginning does not cover %s', async (command, other) => {
  const rule = `Bash(${command} *)`;
  expect(await offered('Bash', { command })).toEqual([`Bash(${command})`, rule]);
  const permissions = { allow: [rule] };
  expect(await offered('Bash', { command: other }, { permissions })).not.toBe(undefined);
});

test('a page: its host', async () => {
  const url = 'https://docs.example.com/a?b=c';
  expect(await offered('WebFetch', { url, prompt: 'x' })).toEqual([
    'WebFetch(domain:docs.example.com)',
  ]);
});

test('a command of several parts: a beginning only if it settles all of it', async () => {
  const command = 'npm test && mv x y';
  expect(await offered('Bash', { command })).toEqual([`Bash(${command})`]);
  const permissions = { allow: ['Bash(mv x y)'] };
  expect(await offered('Bash', { command }, { permissions })).toEqual([
    `Bash(${command})`,
    'Bash(npm test *)',
  ]);
});

test('a command with a star is no rule for this command alone', async () => {
  expect(await offered('Bash', { command: 'chmod +x *' })).toEqual([]);
  expect(await offered('Bash', { command: 'git add *' })).toEqual(['Bash(git add *)']);
});

test('a file: itself, its directory, and all edits', async () => {
  const write = (file_path: string) => offered('Write', { file_path, content: '' });
  expect(await write('src/deep/a.ts')).toEqual([
    'Edit(src/deep/a.ts)',
    'Edit(src/deep/**)',
    'acceptEdits',
  ]);
  expect(await write('a.ts')).toEqual(['Edit(./a.ts)', 'acceptEdits']);
  expect(await write('src/[a]/b.ts')).toEqual(['acceptEdits']);
  const out = tempDir();
  expect(await write(join(out, 'a'))).toEqual([`Edit(/${out}/a)`, `Edit(/${out}/**)`]);
  expect(await offered('Read', { file_path: join(out, 'a') })).toEqual([
    `Read(/${out}/a)`,
    `Read(/${out}/**)`,
  ]);
});

test('the rule for a file of the root means that file, not others of its name', async () => {
  const { requests, rules } = await asked([
    call('Write', { file_path: 'a.txt', content: 'x' }),
    call('Write', { file_path: 'sub/a.txt', content: 'x' }),
  ]);
  expect(requests).toHaveLength(2);
  expect(rules).toEqual(['Edit(./a.txt)', 'Edit(sub/a.txt)']);
});

test('without settings an answer holds for the session; with them, as long as their files', async () => {
  const scopes = async (more: object) => {
    let found: ConfirmRequest['suggestions'] = [];
    await talk({
      permissionMode: 'default',
      script: [call('Bash', { command: 'make x' }), say('done')],
      confirm: async ({ suggestions }) => {
        found = suggestions;
        return false;
      },
      ...more,
    });
    return found.map(({ scope }) => scope);
  };
  expect(await scopes({})).toEqual(['session']);
  expect(await scopes({ settingSources: ['user'] })).toEqual(['session', 'user']);
  expect(await scopes({ settingSources: ['user', 'project', 'local'] })).toEqual([
    'session',
    'project',
    'user',
  ]);
  const home = tempDir();
  const all = ['user', 'project', 'local'];
  expect(await scopes({ settingSources: all, home, workdir: home })).toEqual(['session', 'user']);
});

test('hooks are offered the same rules, for the session', async () => {
  const keep = { command: 'cat > "$WAVE_PROJECT_DIR/heard"' };
  const { dir } = await talk({
    permissionMode: 'default',
    hooks: hooksOn('PermissionRequest', keep),
    script: [call('Bash', { command: 'npm test' }), say('done')],
  });
  const heard = JSON.parse(readFileSync(join(dir, 'heard'), 'utf8'));
  expect(heard.permission_suggestions).toEqual(
    ['npm test', 'npm test *'].map((ruleContent) => ({
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent }],
      behavior: 'allow',
      destination: 'session',
    })),
  );
});
