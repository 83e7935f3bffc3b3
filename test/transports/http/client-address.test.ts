import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify, { type FastifyRequest } from 'fastify';
import {
  clientOf,
  plainAddress,
  type TrustedProxies,
  trustProxy,
} from '../../../src/transports/http/client-address.ts';

/** The client that the service counts when it is asked over this socket with this header. */
async function client(
  proxies: TrustedProxies,
  forwarded: string | string[] | undefined,
  socket = '10.0.0.9',
): Promise<string> {
  const app = Fastify({ trustProxy: trustProxy(proxies) });
  app.get('/', async (request: FastifyRequest) => clientOf(request));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const { body } = await app.inject({ url: '/', headers, remoteAddress: socket });
  return body;
}

describe('an address', () => {
  it('is taken without brackets, port and zone, and as IPv4 where it is mapped', () => {
    for (const [text, address] of [
      ['192.0.2.1', '192.0.2.1'],
      ['192.0.2.1:65535', '192.0.2.1'],
      ['::FFFF:c000:201', '192.0.2.1'],
      ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
      ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0:0:0:0:1'],
      ['[2001:db8::1]', '2001:db8:0:0:0:0:0:1'],
      ['[2001:db8::1]:8080', '2001:db8:0:0:0:0:0:1'],
      ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
      ['::', '0:0:0:0:0:0:0:0'],
      ['1::', '1:0:0:0:0:0:0:0'],
      ['64:ff9b::192.0.2.1', '64:ff9b:0:0:0:0:c000:201'],
    ] as const)
      assert.equal(plainAddress(text), address, text);
  });

  it('is nothing else', () => {
    for (const text of [
      ...['', 'unknown', '_hidden', '127.1', '0x7f000001', '256.0.0.1', '1.2.3.4.5', '1.2.3.4:'],
      ...['1.2.3.4:999999', '[1.2.3.4', '[]:80', '[nonsense]:80', '1::2::3', ':::', 'example.org'],
      ...['::ffff:999.0.0.1', '192.0.2.1\u0000', `2001:db8::1%${'z'.repeat(10_000)}`, '٣.٣.٣.٣'],
    ])
      assert.equal(plainAddress(text), undefined, text.slice(0, 40));
  });
});

const FORWARDED = '203.0.113.7';
const SOCKET = '10.0.0.9';
const NETWORKS = ['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1'];
const NETWORK = '2001:db8:1:2::/64';

describe('the client of a request', () => {
  for (const [why, proxies, forwarded, expected, socket] of [
    ['no proxy is trusted', 0, FORWARDED, SOCKET],
    ['no network is trusted', [], FORWARDED, SOCKET],
    ['one proxy wrote it', 1, FORWARDED, FORWARDED],
    ['the client wrote something further left', 1, `1.1.1.1, ${FORWARDED}`, FORWARDED],
    ['two proxies wrote it', 2, `1.1.1.1, ${FORWARDED}, 10.0.0.8`, FORWARDED],
    ['there are two headers', 1, ['1.1.1.1', FORWARDED], FORWARDED],
    ['fewer wrote than there are', 3, FORWARDED, FORWARDED],
    ['no header came', 1, undefined, SOCKET],
    ['a trusted network wrote it', NETWORKS, `1.1.1.1, ${FORWARDED}, 10.1.2.3`, FORWARDED],
    ['a trusted address wrote it', NETWORKS, `${FORWARDED}, 192.0.2.1`, FORWARDED],
    ['a trusted IPv6 wrote it', NETWORKS, `${FORWARDED}, 2001:db8:ffff::9`, FORWARDED],
    ['the socket is mapped', NETWORKS, FORWARDED, FORWARDED, '::ffff:10.0.0.9'],
    ['all are proxies', NETWORKS, '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['it came past the proxies', ['10.0.0.0/8'], FORWARDED, '198.51.100.4', '198.51.100.4'],
    ...['unknown', '<script>', `${FORWARDED}, nonsense`, ',,,', 'x'.repeat(9_000)].map(
      (text) => ['the proxy hands on no address', 1, text, SOCKET] as const,
    ),
    ['it is the first of a /64', 1, '2001:db8:1:2::1', NETWORK],
    ['it is the last of it', 1, '2001:DB8:1:2:ffff:ffff:ffff:ffff', NETWORK],
    ['it has a zone', 1, '2001:db8:1:2::%0', NETWORK],
    ['it is of the next', 1, '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['it is mapped', 1, `::ffff:${FORWARDED}`, FORWARDED],
    ['the socket alone is mapped', 0, undefined, FORWARDED, `::ffff:${FORWARDED}`],
  ] satisfies readonly (readonly [
    why: string,
    proxies: TrustedProxies,
    forwarded: string | string[] | undefined,
    expected: string,
    socket?: string,
  ])[])
    it(`is ${expected} where ${why}: ${String(forwarded).slice(0, 40)}`, async () => {
      assert.equal(await client(proxies, forwarded, socket), expected);
    });
});
