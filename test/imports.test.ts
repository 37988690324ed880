import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const packages = fileURLToPath(new URL('../packages', import.meta.url));

/** Which packages of ours a package may import. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  shell: [],
  hooks: [],
  // Types only, outside of /testing: see below.
  'hook-kit': ['wave-hooks'],
  'agent-sdk': ['wave-hooks', 'wave-shell/rules'],
  code: ['wave-hooks', 'wave-shell', 'wave-agent-sdk', 'wave-hook-kit/testing'],
  ccc: ['wave-hooks', 'wave-agent-sdk'],
};

/** What a package may take from outside at run time, beside Node itself. */
const MAY_DEPEND: Record<string, readonly string[]> = {
  hooks: ['jsonc-parser'],
  'agent-sdk': [
    'ai',
    'ai/internal',
    'zod',
    '@ai-sdk/anthropic',
    '@ai-sdk/openai-compatible',
    '@modelcontextprotocol/client',
    '@modelcontextprotocol/client/validators/ajv',
    '@vscode/ripgrep',
    'tinyglobby',
  ],
  ccc: [],
  // Bundled; what is heavy is loaded only where it is asked for.
  code: [
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
const STAGES = ['match.ts', 'parse.ts', 'interpret.ts', 'combine.ts'];

const walk = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(dir, entry.name)) : [join(dir, entry.name)],
  );

const sources = readdirSync(packages).flatMap((name) =>
  walk(join(packages, name, 'src')).map((file) => ({ package: name, file })),
);

const ALL = /^(?:import|export)[^']*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm;
/** Imports that are there at run time. */
const VALUES = /^(?:import|export)(?! type\b)[^']*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm;

const importsOf = (file: string, which = ALL) =>
  [...readFileSync(file, 'utf8').matchAll(which)].map(([, from, lazy]) => from ?? lazy ?? '');

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
    const targets = importsOf(join(packages, 'hooks/src', stage)).map((to) => to.replace('./', ''));
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
