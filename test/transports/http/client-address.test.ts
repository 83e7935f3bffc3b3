import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify, { type FastifyRequest } from 'fastify';
import {
  clientOf,
  plainAddress,
  type TrustedProxies,
  trustProxy,
} from '../../../src/transports/http/client-address.ts';

/** Whom the service counts when it is asked over this socket with this header. */
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
    const same: [text: string, address: string][] = [
      ['192.0.2.1', '192.0.2.1'],
      ['192.0.2.1:65535', '192.0.2.1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['::FFFF:c000:201', '192.0.2.1'],
      ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
      ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
      ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0:0:0:0:1'],
      ['[2001:db8::1]', '2001:db8:0:0:0:0:0:1'],
      ['[2001:db8::1]:8080', '2001:db8:0:0:0:0:0:1'],
      ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
      ['::', '0:0:0:0:0:0:0:0'],
      ['::1', '0:0:0:0:0:0:0:1'],
      ['1::', '1:0:0:0:0:0:0:0'],
      ['64:ff9b::192.0.2.1', '64:ff9b:0:0:0:0:c000:201'],
    ];
    for (const [text, address] of same) assert.equal(plainAddress(text), address, text);
  });

  it('is nothing else', () => {
    const garbage = [
      '',
      'unknown',
      '_hidden',
      '127.1',
      '0x7f000001',
      '256.0.0.1',
      '1.2.3.4.5',
      '1.2.3.4:',
      '1.2.3.4:999999',
      '[1.2.3.4',
      '[]:80',
      '[nonsense]:80',
      '1::2::3',
      ':::',
      'example.org',
      '::ffff:999.0.0.1',
      '192.0.2.1\u0000',
      `2001:db8::1%${'z'.repeat(10_000)}`,
      '٣.٣.٣.٣',
    ];
    for (const text of garbage) assert.equal(plainAddress(text), undefined, text.slice(0, 40));
  });
});

describe('the client of a request', () => {
  it('is the socket’s, whatever the header says, when no proxy is trusted', async () => {
    assert.equal(await client(0, '203.0.113.7'), '10.0.0.9');
    assert.equal(await client([], '203.0.113.7'), '10.0.0.9');
  });

  it('is what so many proxies wrote, and nothing further left', async () => {
    assert.equal(await client(1, '203.0.113.7'), '203.0.113.7');
    assert.equal(await client(1, '1.1.1.1, 203.0.113.7'), '203.0.113.7');
    assert.equal(await client(2, '1.1.1.1, 203.0.113.7, 10.0.0.8'), '203.0.113.7');
    assert.equal(await client(1, ['1.1.1.1', '203.0.113.7']), '203.0.113.7');
    assert.equal(await client(3, '203.0.113.7'), '203.0.113.7', 'fewer than there are');
    assert.equal(await client(1, undefined), '10.0.0.9');
  });

  it('is the last that no trusted network has, seen from the service', async () => {
    const proxies = ['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1'];
    assert.equal(await client(proxies, '203.0.113.7'), '203.0.113.7');
    assert.equal(await client(proxies, '1.1.1.1, 203.0.113.7, 10.1.2.3'), '203.0.113.7');
    assert.equal(await client(proxies, '203.0.113.7, 192.0.2.1'), '203.0.113.7');
    assert.equal(await client(proxies, '203.0.113.7, 2001:db8:ffff::9'), '203.0.113.7');
    assert.equal(await client(proxies, '203.0.113.7, [2001:db8:ffff::9]:80'), '203.0.113.7');
    assert.equal(await client(proxies, '203.0.113.7, 10.1.2.3:5000'), '203.0.113.7');
    assert.equal(await client(proxies, '203.0.113.7', '::ffff:10.0.0.9'), '203.0.113.7');
    assert.equal(await client(proxies, '10.1.1.1, 10.2.2.2'), '10.1.1.1', 'all of them proxies');
  });

  it('is the socket’s when somebody asks past the proxies', async () => {
    assert.equal(await client(['10.0.0.0/8'], '203.0.113.7', '198.51.100.4'), '198.51.100.4');
  });

  it('is the socket’s when the proxy hands on no address', async () => {
    for (const text of ['unknown', '<script>', '203.0.113.7, nonsense', ',,,', 'x'.repeat(9_000)])
      assert.equal(await client(1, text), '10.0.0.9', text.slice(0, 40));
  });

  it('is one for all addresses of a /64, and for IPv4 in both notations', async () => {
    const network = '2001:db8:1:2::/64';
    for (const text of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::%0'])
      assert.equal(await client(1, text), network, text);
    assert.equal(await client(1, '2001:db8:1:3::1'), '2001:db8:1:3::/64');
    assert.equal(await client(1, '::ffff:203.0.113.7'), '203.0.113.7');
    assert.equal(await client(0, undefined, '::ffff:203.0.113.7'), '203.0.113.7');
    assert.equal(await client(0, undefined, '::1'), '0:0:0:0::/64');
  });
});
