import { redactForms } from '../secrets/secret-forms.ts';
import { isSecretName } from '../secrets/secret-names.ts';
import type { Network, SandboxPlan } from './plan.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What leads to somebody who holds keys or rights: agents, services, displays. */
const LEADS_OUT =
  /^(SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_CONNECTION|SSH_CLIENT|SSH_TTY|GPG_AGENT_INFO|GPG_TTY|GNOME_KEYRING_CONTROL|DBUS_\w+_ADDRESS|DOCKER_HOST|CONTAINER_HOST|KUBECONFIG|XAUTHORITY|DISPLAY|WAYLAND_DISPLAY|XDG_RUNTIME_DIR|TMUX|TMUX_PANE|STY|VSCODE_IPC_HOOK_CLI|VSCODE_GIT_\w+|GIT_ASKPASS|SSH_ASKPASS|NODE_CHANNEL_FD|LISTEN_\w+|NOTIFY_SOCKET|KRB5CCNAME)$/;

/** Keys under names that do not say so: of those who keep passwords, of registries, and headers that carry a key. */
const KEYS =
  /^(SSHPASS|BW_SESSION|OP_SESSION_\w+|DOCKER_AUTH_CONFIG|npm_config_.*_auth|\w+_HEADERS|\w+_WEBHOOK(_URL)?|\w+_PW)$/i;

/** Settings of git as variables belong together: with one of them gone, git refuses to work. */
const OF_GIT = /^GIT_CONFIG_(COUNT|KEY_\d+|VALUE_\d+|PARAMETERS)$/;
const GIT_KEYS = /extraheader|authorization|password|credential/i;

/** How the world outside is reached: what is inside has its own way, or none. */
const PROXIES = /^(https?|all|ftp|no)_proxy$/i;

/** The environment of a program in a sandbox: without keys, and with the places that are its own. */
export function boxEnvironment(env: Env, plan: SandboxPlan): Env {
  const given = Object.entries(env).filter((one): one is [string, string] => one[1] !== undefined);
  const ofGit = given.filter(([name]) => OF_GIT.test(name));
  const gitHolds = ofGit.some(([, value]) => GIT_KEYS.test(value) || holdsKey(value));
  const kept = given.filter(([name, value]) =>
    OF_GIT.test(name) ? !gitHolds : !isWithheld(name, value),
  );
  // What a command that only reads prints of its environment is what it prints outside.
  if (plan.profile === 'isolated')
    return {
      ...Object.fromEntries(
        given.filter(([name, value]) => !holdsSecret(name, value) && !PROXIES.test(name)),
      ),
      WAVE_SANDBOX: plan.profile,
    };
  return {
    ...Object.fromEntries(kept),
    TMPDIR: plan.temporary,
    // The home directory is read-only, and hardly a program builds without a cache.
    XDG_CACHE_HOME: `${plan.temporary}/.cache`,
    npm_config_cache: `${plan.temporary}/.npm`,
    WAVE_SANDBOX: plan.profile,
    ...(plan.network.is === 'proxy' ? proxied(plan.network) : {}),
  };
}

export const isWithheld = (name: string, value: string): boolean =>
  holdsSecret(name, value) || LEADS_OUT.test(name) || PROXIES.test(name);

const holdsSecret = (name: string, value: string): boolean =>
  isSecretName(name) || KEYS.test(name) || holdsKey(value);

const holdsKey = (value: string): boolean => redactForms(value, '') !== value;

function proxied({ port, near: hosts }: Extract<Network, { is: 'proxy' }>): Env {
  const address = `http://127.0.0.1:${port}`;
  const near = hosts.join(',');
  return {
    HTTP_PROXY: address,
    HTTPS_PROXY: address,
    ALL_PROXY: address,
    NO_PROXY: near,
    http_proxy: address,
    https_proxy: address,
    all_proxy: address,
    no_proxy: near,
    NODE_USE_ENV_PROXY: '1',
  };
}
