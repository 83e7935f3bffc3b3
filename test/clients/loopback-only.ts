/** Loaded into clients before anything else, so that they can reach only this machine. */
import { Socket } from 'node:net';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/;

type Options = { host?: string | null; path?: string };

/** Takes a port and a host, options, or a list of both, as Node itself calls `connect`. */
function hostOf([first, second]: unknown[]): string {
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as Options;
    return path === undefined ? (host ?? 'localhost') : 'localhost';
  }
  return typeof second === 'string' ? second : 'localhost';
}

const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  const host = hostOf(given);
  if (!LOOPBACK.test(host)) return this.destroy(new Error(`${host} is not on this machine`));
  return Reflect.apply(connect, this, given);
};
