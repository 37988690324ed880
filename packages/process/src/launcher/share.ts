import { type Launcher, openLauncher } from './launcher.ts';

/** All engines and agents of a process use one launcher: it serves many as well as one. */
let shared: { readonly launcher: Launcher; users: number } | undefined;

/** A share in the process's launcher; it ends when the last one who has a share closes it. */
export function shareLauncher(): Launcher {
  shared ??= { launcher: openLauncher(), users: 0 };
  const own = shared;
  own.users++;
  let open = true;
  const close = () => {
    if (!open) return;
    open = false;
    if (--own.users > 0) return;
    if (shared === own) shared = undefined;
    own.launcher.close();
  };
  const { start, stay, warm, hurry, ready } = own.launcher;
  return {
    start,
    stay,
    warm,
    hurry,
    ready,
    get pid() {
      return own.launcher.pid;
    },
    close,
  };
}

/** Nothing else is to be done for a while: a launcher that this process wants soon is started now. */
export const hurryLauncher = (): void => shared?.launcher.hurry();
