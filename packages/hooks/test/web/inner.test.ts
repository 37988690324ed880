import { expect, test } from 'vitest';
import { isInner } from '../../src/web/inner.ts';

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::7f00:1',
  '64:ff9b::10.0.0.1',
  '2002:c0a8:101::1',
  'not an address',
  '',
])('%s is near', (address) => expect(isInner(address)).toBe(true));

test.each([
  '1.1.1.1',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '2606:4700::1111',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
  '2002:101:101::1',
])('%s is on the open web', (address) => expect(isInner(address)).toBe(false));
