/**
 * Which client a request comes from. Behind proxies that is what they write into X-Forwarded-For:
 * each appends the address that it was asked from, so that the list is believed from its right end
 * only, entry by entry, as long as the one who wrote it is trusted. What a client writes itself
 * stands further left and is never looked at.
 */
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** So many proxies one after the other, or their addresses and networks; 0 for none. */
export type TrustedProxies = number | readonly string[];

/** Fastify's `trustProxy`; hop 0 is the socket's own address. */
type TrustProxy = false | ((address: string, hop: number) => boolean);

export function trustProxy(proxies: TrustedProxies): TrustProxy {
  // Fastify itself trusts nobody when it is given a number: it cannot know whether the first proxy
  // was gone around. The operator who sets one says that the service is reached through it alone.
  if (typeof proxies === 'number') return proxies > 0 && ((_, hop) => hop < proxies);
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [network = '', prefix] = proxy.split('/');
    const address = plainAddress(network) ?? network;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (text) => {
    const address = plainAddress(text);
    return address !== undefined && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * Whom a limit counts: an IPv4 address, or the /64 network of an IPv6 address, of which one
 * customer has at least one. When a proxy hands on something else than an address, it is the
 * socket's address that counts.
 */
export function clientOf({ ip, raw }: FastifyRequest): string {
  const address = plainAddress(ip) ?? plainAddress(raw.socket.remoteAddress ?? '');
  if (address === undefined) return 'unknown';
  return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** Longest text of an address with its zone, brackets and port. */
const LONGEST = 80;

/**
 * An address without brackets, port and zone; an IPv4 address that is mapped into IPv6 (RFC 4291,
 * section 2.5.5.2) as IPv4. Undefined for anything else.
 */
export function plainAddress(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 4) return address;
  if (family === 0) return undefined;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return groups.join(':');
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right] = shortest.split('::');
  const before = left === '' ? [] : left.split(':');
  if (right === undefined) return before;
  const after = right === '' ? [] : right.split(':');
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
}
