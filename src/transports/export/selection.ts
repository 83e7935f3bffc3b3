/** Decides which addresses a static copy contains, and the file for each. */
import { type Operation, restOperations, routesOf } from '../../api/operation/operation.ts';

export type Selection = {
  baseUrl: string;
  latest: string;
  /** Whether to include pages and files of other periods. */
  allPeriods: boolean;
  /** Addresses of complete files and documents, which take no parameters. */
  files: ReadonlySet<string>;
};

/** Addresses that need a server: their answers depend on the caller, the input or the time. */
const NEEDS_SERVER =
  /^\/(?:search|status|checkout|readyz|healthz|metrics|mcp|receipts|watch|tables|api(?:$|\/)|assets$)/;
/** Addresses below `/api/` that are the same for every caller. */
const STATIC_API = /^\/api\/(?:cite|badge\/(?:momentum|built-with))\//;
/** Rendered on demand, which takes about a second each. */
const RENDERED_ON_DEMAND = /^\/charts\/.+\.parquet$/;
/** Every pair of startups has a comparison; even the linked ones are thousands. */
const COMPARISON = /^\/compare\/./;
const OF_PERIOD = /^\/(?:blog|editions|charts\/weeks)\/(\d{4}-w\d{2})(?:[./]|$)/;

/** The operations that return the same file to every caller. */
export function fileRoutes(operations: readonly Operation[]): ReadonlySet<string> {
  const whole = restOperations(operations).filter(
    (operation) =>
      (operation.rest.methods ?? ['GET']).includes('GET') &&
      operation.limit === undefined &&
      operation.needs === undefined &&
      operation.tag !== 'Paid' &&
      !('isLive' in operation && operation.isLive),
  );
  return new Set(whole.flatMap(routesOf).filter((path) => !path.includes('{')));
}

/** The path and query of an address that belongs to the copy; undefined for any other. */
export function selected(
  address: string,
  within: string,
  selection: Selection,
): string | undefined {
  const { baseUrl, latest, allPeriods, files } = selection;
  if (!URL.canParse(address, baseUrl + within)) return undefined;
  const url = new URL(address, baseUrl + within);
  if (url.origin !== new URL(baseUrl).origin) return undefined;
  const path = url.pathname;
  const period = url.searchParams.get('period');
  const isPlain = url.search === '' || (period !== null && url.searchParams.size === 1);
  if (!isPlain || COMPARISON.test(path) || RENDERED_ON_DEMAND.test(path)) return undefined;
  const ofPeriod = OF_PERIOD.exec(path)?.[1];
  if (ofPeriod !== undefined && ofPeriod !== latest && !allPeriods) return undefined;
  if (NEEDS_SERVER.test(path) && !files.has(path) && !STATIC_API.test(path)) return undefined;
  // The current period's address does not name it.
  if (period === null || period === latest) return path;
  return allPeriods ? `${path}?period=${period}` : undefined;
}

/** Path of an address's file in the copy. @param isPage whether the answer is HTML */
export function fileOf(path: string, isPage: boolean): string {
  const [pathname = '/', query] = path.split('?');
  const folder = query === undefined ? '' : `periods/${query.replace('period=', '')}/`;
  const plain = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  if (plain.split('/').includes('..')) throw new RangeError(`no file for ${path}`);
  // Hosts determine a script's media type from its extension.
  if (plain.startsWith('assets/')) return plain.replace(/\.ts$/, '.js');
  if (!isPage) return `${folder}${plain}`;
  return plain === '' ? `${folder}index.html` : `${folder}${plain}/index.html`;
}
