import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Ending } from '../../src/basics/outcome.ts';
import { type ProcessSpec, type Start, start } from '../../src/running/start.ts';
import {
  type BoxProfile,
  layersOf,
  listeningSockets,
  lookAtMachine,
  privatePlaces,
  type SandboxPlan,
  SERVICE_PLACES,
  sandboxAvailability,
} from '../../src/sandbox.ts';

export interface Scene {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** Next to the project, and none of its business. */
  readonly outside: string;
  plan(profile?: BoxProfile, more?: Partial<SandboxPlan>): SandboxPlan;
  run(command: string, more?: More): Promise<Ending>;
}

interface More extends Partial<ProcessSpec> {
  readonly profile?: BoxProfile;
  readonly plan?: Partial<SandboxPlan>;
  readonly by?: Start;
}

export const KEY = 'the-secret-of-this-test';

/** A machine in small: a home with a key, a project, and a directory beside it. */
export function scene(): Scene {
  // Not in /tmp: inside, that is another directory, and nothing there would prove anything.
  const root = realpathSync(mkdtempSync('/var/tmp/wave-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (...names: string[]) => join(root, ...names);
  for (const dir of ['home/.ssh', 'home/.wave', 'project/.git/hooks', 'outside', 'private/tmp'])
    mkdirSync(at(dir), { recursive: true });
  writeFileSync(at('home/.ssh/id'), KEY);
  writeFileSync(at('home/.netrc'), KEY);
  writeFileSync(at('home/.bashrc'), '');
  writeFileSync(at('project/.git/config'), '');
  writeFileSync(at('outside/file'), 'before');
  writeFileSync(at('private/blank'), '');
  chmodSync(at('private/blank'), 0);
  const [home, project, outside] = [at('home'), at('project'), at('outside')];
  const guarded = ['.wave', '.mcp.json', '.git/hooks', '.git/config'].map((name) =>
    join(project, name),
  );
  const planOf = (
    profile: BoxProfile = 'workspace',
    more: Partial<SandboxPlan> = {},
  ): SandboxPlan => {
    const available = sandboxAvailability();
    if (!available.ok) throw new Error(available.why);
    const layers = layersOf(
      {
        profile,
        writable: [project],
        guarded,
        hidden: [...privatePlaces(home, 'linux'), ...SERVICE_PLACES, ...listeningSockets()],
        shown: [],
        temporary: { from: at('private/tmp'), path: '/tmp' },
        own: [],
      },
      lookAtMachine,
    );
    if ('fault' in layers) throw new Error(layers.fault);
    return {
      profile,
      runner: available.runner,
      layers,
      network: { is: 'none' },
      limits: {},
      temporary: '/tmp',
      blank: at('private/blank'),
      ...more,
    };
  };
  return {
    root,
    home,
    project,
    outside,
    plan: planOf,
    run: (command, { profile, plan, by = start, ...more } = {}) =>
      by({
        file: '/bin/sh',
        args: ['-c', command],
        cwd: project,
        env: { ...process.env, HOME: home },
        stdin: Buffer.alloc(0),
        timeoutMs: 20_000,
        maxBytes: 1_000_000,
        sandbox: planOf(profile, plan),
        ...more,
      }).ended,
  };
}
