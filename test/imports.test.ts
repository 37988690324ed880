import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, packages, sourcesOf, VALUES } from './sources.ts';

const ENGINE = [
  '@wavehooks/process',
  '@wavehooks/process/files',
  '@wavehooks/process/sandbox',
  '@wavehooks/process/secrets',
  '@wavehooks/hooks',
  '@wavehooks/hooks/vocabulary',
  '@wavehooks/hooks/ahp',
  '@wavehooks/hooks/entries',
  '@wavehooks/hooks/scripts',
  '@wavehooks/hooks/web',
  '@wavehooks/settings',
  '@wavehooks/settings/log',
];

/** Which packages of ours a package may import. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  shell: [],
  process: [],
  hooks: [
    '@wavehooks/process',
    '@wavehooks/process/files',
    '@wavehooks/process/sandbox',
    '@wavehooks/process/secrets',
    '@wavehooks/shell/runs',
  ],
  settings: [
    '@wavehooks/process',
    '@wavehooks/process/files',
    '@wavehooks/process/sandbox',
    '@wavehooks/process/secrets',
    '@wavehooks/hooks',
    '@wavehooks/hooks/vocabulary',
    '@wavehooks/hooks/entries',
    '@wavehooks/hooks/scripts',
  ],
  // Types only, outside of /testing: see below.
  'hook-kit': ['@wavehooks/hooks', '@wavehooks/hooks/vocabulary'],
  'agent-sdk': [...ENGINE, '@wavehooks/shell/rules'],
  code: [
    ...ENGINE,
    '@wavehooks/shell',
    '@wavehooks/shell/runs',
    '@wavehooks/agent-sdk',
    '@wavehooks/agent-sdk/telemetry',
    '@wavehooks/hook-kit',
    '@wavehooks/hook-kit/testing',
  ],
  ccc: [...ENGINE, '@wavehooks/agent-sdk'],
};

/** What a package may take from outside at run time, beside Node itself. */
const MAY_DEPEND: Record<string, readonly string[]> = {
  settings: ['jsonc-parser'],
  'agent-sdk': [
    'ai',
    'ai/internal',
    'zod',
    '@ai-sdk/anthropic',
    '@ai-sdk/openai-compatible',
    '@ai-sdk/openai',
    '@ai-sdk/google',
    '@ai-sdk/azure',
    '@ai-sdk/amazon-bedrock',
    '@ai-sdk/amazon-bedrock/anthropic',
    '@ai-sdk/google-vertex',
    '@ai-sdk/google-vertex/anthropic',
    '@openrouter/ai-sdk-provider',
    '@modelcontextprotocol/client',
    '@modelcontextprotocol/client/validators/ajv',
    '@opentelemetry/api',
    '@vscode/ripgrep',
    'htmlparser2',
    'tinyglobby',
  ],
  ccc: [],
  // Bundled; what is heavy is loaded only where it is asked for.
  code: [
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/server/stdio',
    '@agentclientprotocol/sdk',
    'diff',
    'smol-toml',
    '@vscode/ripgrep',
    'ink',
    'marked',
    'react',
    'string-width',
    'wrap-ansi',
    '@opentelemetry/api',
    '@opentelemetry/exporter-metrics-otlp-http',
    '@opentelemetry/exporter-metrics-otlp-proto',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/exporter-trace-otlp-proto',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-metrics',
    '@opentelemetry/sdk-trace',
  ],
};

/** The stages of the engine do not know each other. */
const STAGES = [
  'entries/match.ts',
  'reading/parse.ts',
  'deciding/interpret.ts',
  'deciding/combine.ts',
];

const sources = readdirSync(packages).flatMap((name) =>
  sourcesOf(name).map((file) => ({ package: name, file })),
);

test('packages import each other only downwards, and little from outside', () => {
  for (const { package: name, file } of sources)
    for (const target of importsOf(file).filter(
      (to) => !/^(\.|node:|highlight\.js\/lib\/)/.test(to),
    ))
      expect(
        [...(MAY_IMPORT[name] ?? []), ...(MAY_DEPEND[name] ?? [])],
        `${file} imports`,
      ).toContain(target);
});

test('the hook kit loads nothing but Node, outside of /testing', () => {
  for (const { file } of sources.filter(({ package: name }) => name === 'hook-kit')) {
    if (file.includes('/src/testing/')) continue;
    const loaded = importsOf(file, VALUES).filter((to) => !/^(\.|node:)/.test(to));
    expect(loaded, file).toEqual([]);
  }
});

test('no module reaches into another package', () => {
  for (const { package: name, file } of sources)
    for (const target of importsOf(file).filter((to) => to.startsWith('.')))
      expect(relative(join(packages, name), resolve(dirname(file), target)), file).not.toMatch(
        /^\.\./,
      );
});

test('the stages of the engine do not import each other', () => {
  for (const stage of STAGES) {
    const targets = importsOf(join(packages, 'hooks/src', stage)).map((to) =>
      join(dirname(stage), to),
    );
    expect(
      targets.filter((to) => STAGES.includes(to)),
      stage,
    ).toEqual([]);
  }
});

test('nothing in product code asks whether it is under test', () => {
  for (const { file } of sources)
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/NODE_ENV|VITEST/);
});

test('the door of the engine stays small', () => {
  const door = readFileSync(join(packages, 'hooks/src/index.ts'), 'utf8');
  const names = [...door.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').filter((name) => name.trim() !== ''),
  );
  expect(names.length).toBeLessThanOrEqual(40);
  expect(names.length).toBeGreaterThan(20);
});
