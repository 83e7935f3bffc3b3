/**
 * Which client a request comes from. Behind proxies that is what they write into X-Forwarded-For:
 * each appends the address that it was called from, so the list is trusted from its right end only,
 * entry by entry, for as long as the proxy that wrote the entry is trusted. What a client writes
 * itself is further left and is never read.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** How many proxies there are in a row, or their addresses and networks; 0 for none. */
export type TrustedProxies = number | readonly string[];

/** Fastify's `trustProxy`; hop 0 is the socket's own address. */
type TrustProxy = false | ((address: string, hop: number) => boolean);

export function trustProxy(proxies: TrustedProxies): TrustProxy {
  // Given a number, Fastify itself trusts nobody: it cannot know whether the first proxy was
  // bypassed. An operator who sets one says that the service is reached through it alone.
  if (typeof proxies === 'number') return proxies > 0 && ((_, hop) => hop < proxies);
  const trusted = proxies.map(networkOf);
  return (text) => {
    const address = parseAddress(text);
    return trusted.some(
      ({ network, bits }) =>
        address?.kind() === network.kind() && address.match(network, bits) === true,
    );
  };
}

/** An address, or a network in CIDR notation. */
function networkOf(text: string): { network: Address; bits: number } {
  const [address = '', prefix] = text.split('/');
  const network = parseAddress(address);
  if (!network) throw new TypeError(`${text} is not an address or a network`);
  return { network, bits: Number(prefix ?? network.toByteArray().length * 8) };
}

/**
 * Whom a limit counts: an IPv4 address, or the /64 network of an IPv6 address, since one customer
 * has at least that much. If a proxy passes on something that is not an address, the socket's
 * address counts.
 */
export function clientOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const address = plainAddress(ip) ?? plainAddress(raw.socket.remoteAddress ?? '');
  if (address === undefined) return 'unknown';
  return isIP(address) === 6 ? `${address.split(':').slice(0, 4).join(':')}::/64` : address;
}

/** The client's address as Fastify finds it, of a request that it never sees. */
export function addressFinder(proxies: TrustedProxies): (request: IncomingMessage) => string {
  const trust = trustProxy(proxies);
  const own = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  return trust ? (request) => proxyAddress(request, trust) : own;
}

/**
 * An address without brackets, port and zone, IPv6 as eight groups without leading zeros; undefined
 * for anything else.
 */
export function plainAddress(text: string): string | undefined {
  return parseAddress(text)?.toNormalizedString();
}

/** Enough for an address with its zone, brackets and port. */
const MAX_ADDRESS_LENGTH = 80;

/** An IPv4 address that is mapped into IPv6 (RFC 4291, section 2.5.5.2) is taken as IPv4. */
function parseAddress(text: string): Address | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '');
  // The library alone would also read 127.1 and 0x7f000001.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}
