import { expect, test } from 'vitest';
import { causeOf, sandboxAvailability } from '../../src/sandbox/available.ts';

const USERNS = 'bwrap: No permissions to create new namespace';
const KERNEL = '/proc/sys/kernel';

/** What bubblewrap said, what the kernel's settings are, and what we make of it. */
const ROWS: Readonly<
  Record<
    string,
    readonly [said: string, settings: Record<string, string>, why: RegExp, remedy: RegExp]
  >
> = {
  Ubuntu: [
    'bwrap: setting up uid map: Permission denied',
    { [`${KERNEL}/apparmor_restrict_unprivileged_userns`]: '1' },
    /^Ubuntu does not let bubblewrap make user namespaces .*: setting up uid map: Permission denied$/,
    /bwrap-userns-restrict[\s\S]*sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0/,
  ],
  Debian: [
    USERNS,
    { [`${KERNEL}/unprivileged_userns_clone`]: '0' },
    /^the kernel lets only root make user namespaces/,
    /unprivileged_userns_clone=1/,
  ],
  'another sandbox': [
    USERNS,
    { '/proc/sys/user/max_user_namespaces': '0' },
    /^the kernel allows no user namespaces here .* inside another sandbox/,
    /max_user_namespaces=10000/,
  ],
  'a container that masks /proc': [
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    {},
    /^a new \/proc cannot be mounted here, as in most containers/,
    /systempaths=unconfined/,
  ],
  'a container that bars namespaces': [
    USERNS,
    {},
    /^this machine does not let bubblewrap make namespaces, as in most containers/,
    /seccomp=unconfined/,
  ],
  'something else': ['bwrap: odd', {}, /^bubblewrap does not work here: odd$/, /^$/],
  nothing: ['', {}, /^bubblewrap does not work here: it said nothing$/, /^$/],
};

test.each(Object.entries(ROWS))('%s', (_, [said, settings, why, remedy]) => {
  const cause = causeOf(said, (file) => settings[file]);
  expect(cause.why).toMatch(why);
  expect(cause.remedy.join('\n')).toMatch(remedy);
});

test('settings that allow it are no cause', () => {
  const allowing = { [`${KERNEL}/unprivileged_userns_clone`]: '1' };
  expect(causeOf('bwrap: odd', (file) => allowing[file as keyof typeof allowing]).why).toBe(
    'bubblewrap does not work here: odd',
  );
});

test('one look is enough for a process', () => {
  expect(sandboxAvailability()).toBe(sandboxAvailability());
});
