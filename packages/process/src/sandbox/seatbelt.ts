import type { Layer, SandboxPlan } from './plan.ts';

/** Services that start programs outside of the sandbox, or speak for the user. */
const LEADS_OUT: readonly string[] = [
  'com.apple.coreservices.launchservicesd',
  'com.apple.coreservices.appleevents',
  'com.apple.coreservices.quarantine-resolver',
  'com.apple.lsd.open',
  'com.apple.SecurityServer',
  'com.apple.securityd',
  'com.apple.pasteboard.1',
];

/** Devices that every program writes to. */
const DEVICES: readonly string[] = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper'];

/** The same sandbox as a profile for macOS. The last rule that fits counts there, so the order is the same. */
export function seatbeltProfile(plan: SandboxPlan): string {
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* ${DEVICES.map((path) => `(literal ${text(path)})`).join(' ')} (regex #"^/dev/fd/"))`,
    ...plan.layers.flatMap(rulesFor),
    '(deny network*)',
    ...(plan.network.is === 'proxy'
      ? [`(allow network-outbound (remote ip "localhost:${plan.network.port}"))`]
      : []),
    '(deny signal)',
    '(allow signal (target self) (target children) (target pgrp))',
    '(deny process-info* (target others))',
    '(deny mach-priv-task-port)',
    '(deny appleevent-send)',
    '(deny system-privilege)',
    `(deny mach-lookup ${LEADS_OUT.map((name) => `(global-name ${text(name)})`).join(' ')})`,
    '',
  ].join('\n');
}

function rulesFor(layer: Layer): readonly string[] {
  switch (layer.is) {
    case 'write':
      return [`(allow file-write* (subpath ${text(layer.from ?? layer.path)}))`];
    case 'read':
    case 'bar':
    case 'stand-in':
      return [`(deny file-write* (subpath ${text(layer.path)}))`];
    case 'empty':
    case 'link':
      return [];
    case 'hide':
      return [`(deny file-read* file-write* (subpath ${text(layer.path)}))`];
  }
}

const text = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
