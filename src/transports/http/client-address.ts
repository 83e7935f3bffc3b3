/**
 * Determines the client's address. Behind proxies it comes from X-Forwarded-For: each proxy appends
 * the address that it was called from, so entries are trusted from the right, as long as the proxy
 * that wrote the entry is trusted. Entries forged by the client are further left and never read.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The number of proxies in a row, or their addresses and networks; 0 if there are none. */
export type TrustedProxies = number | readonly string[];

/** The type of Fastify's `trustProxy`; hop 0 is the socket's own address. */
type TrustProxy = false | ((address: string, hop: number) => boolean);

export function trustProxy(proxies: TrustedProxies): TrustProxy {
  // Given a number, Fastify trusts no proxy, because it cannot know whether the first one was
  // bypassed. An operator who configures a number guarantees that it cannot be.
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
 * The address that rate limits apply to: an IPv4 address, or the /64 network of an IPv6 address, the
 * smallest that a customer is assigned. If a proxy forwards an invalid address, the socket's is used.
 */
export function clientOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const address = plainAddress(ip) ?? plainAddress(raw.socket.remoteAddress ?? '');
  if (address === undefined) return 'unknown';
  return isIP(address) === 6 ? `${address.split(':').slice(0, 4).join(':')}::/64` : address;
}

/** Without brackets, port and zone, IPv6 as eight groups in full; undefined if invalid. */
export function plainAddress(text: string): string | undefined {
  // Most are this and have one spelling.
  if (isIP(text) === 4) return text;
  return parseAddress(text)?.toNormalizedString();
}

/** Sufficient for an address with zone, brackets and port. */
const MAX_ADDRESS_LENGTH = 80;

/** Parses an address; IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2) become IPv4. */
function parseAddress(text: string): Address | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '');
  // The library alone would also accept 127.1 and 0x7f000001.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}
