import type { BlockList } from 'node:net';
import { net } from './net.ts';

/** What no name on the open web leads to: this machine, the networks around it, and addresses nobody is at. */
const INNER_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const INNER_V6: readonly (readonly [string, number])[] = [
  ['::', 128],
  ['::1', 128],
  // Of a translator of one's own network, and addresses that others are written into.
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** How an address of the old kind is written inside a new one, and after how many bits it begins. */
const CARRIERS: readonly (readonly [(v4: string) => string, number])[] = [
  [(v4) => `::${v4}`, 96],
  [(v4) => `::ffff:0:${v4}`, 96],
  [(v4) => `64:ff9b::${v4}`, 96],
  [(v4) => `2002:${hexPairs(v4)}::`, 16],
];

/** Whether an address is loopback, private, link-local or otherwise not on the open web. */
export function isInner(address: string): boolean {
  const [bare = ''] = address.split('%');
  const family = net().isIP(bare);
  // What is no address at all must not pass for a public one.
  return family === 0 || inner().check(bare, family === 4 ? 'ipv4' : 'ipv6');
}

let made: BlockList | undefined;

/** Most sessions never ask. Addresses such as `::ffff:10.0.0.1` the list knows by itself. */
function inner(): BlockList {
  if (made) return made;
  made = new (net().BlockList)();
  for (const [net, bits] of INNER_V6) made.addSubnet(net, bits, 'ipv6');
  for (const [net, bits] of INNER_V4) {
    made.addSubnet(net, bits, 'ipv4');
    for (const [carry, before] of CARRIERS) made.addSubnet(carry(net), before + bits, 'ipv6');
  }
  return made;
}

function hexPairs(v4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
  return [a * 256 + b, c * 256 + d].map((pair) => pair.toString(16)).join(':');
}
