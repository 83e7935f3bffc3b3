/**
 * Determines the client's address. Behind proxies it comes from X-Forwarded-For: each proxy appends
 * the address that it was called from, so entries are trusted from the right, as long as the proxy
 * that wrote the entry is trusted. Entries forged by the client are further left and never read.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The number of proxies in a row, or their addresses and networks; 0 if there are none. */
export type TrustedProxies = number | readonly string[];

/** Fastify's option of this name. */
export function trustProxy(proxies: TrustedProxies) {
  // Given a number, Fastify trusts no proxy, because it cannot know whether the first one was
  // bypassed. An operator who configures a number guarantees that it cannot be.
  if (typeof proxies !== 'number') return proxies.length > 0 && [...proxies];
  return proxies > 0 && ((_: string, hop: number) => hop < proxies);
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

/** Sufficient for an address with zone, brackets and port. */
const MAX_ADDRESS_LENGTH = 80;

/**
 * Without brackets, port and zone, IPv6 as eight groups in full, and IPv4 where it is mapped (RFC 4291,
 * section 2.5.5.2); undefined if invalid.
 */
export function plainAddress(text: string): string | undefined {
  // Most are this and have one spelling.
  if (isIP(text) === 4) return text;
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '');
  // The library alone would also accept 127.1 and 0x7f000001.
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toNormalizedString();
}
