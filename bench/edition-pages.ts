/** Every page of the current edition, rendered once: what it costs the processor, and which takes longest. */
import { processorMilliseconds } from './pages.ts';
import { printTable } from './report.ts';
import { sentAnswer } from './serve.ts';
import { startService } from './servers.ts';

const SLOWEST = 5;

export async function benchEditionPages(): Promise<void> {
  const service = await startService();
  try {
    const { origin } = service;
    const paths = await listedPages(origin);
    const times = new Map<string, number>();
    const ask = async (path: string) => {
      const asked = performance.now();
      await sentAnswer(origin + path, 'br');
      times.set(path, performance.now() - asked);
    };
    const cold = await processorMilliseconds(origin, paths, ask);
    const slowest = [...times].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
    const warm = await processorMilliseconds(origin, paths, ask);
    printTable(`All ${paths.length} pages of the current edition, in br, one after the other`, [
      { what: 'processor time, rendered', value: `${((cold * paths.length) / 1000).toFixed(1)} s` },
      { what: 'of each, mean', value: `${cold.toFixed(1)} ms` },
      { what: 'of each, asked for again', value: `${warm.toFixed(2)} ms` },
      ...slowest.map(([path, took]) => ({
        what: `slowest: ${path}`,
        value: `${took.toFixed(0)} ms`,
      })),
    ]);
  } finally {
    await service.stop();
  }
}

/** What the site map lists that is a page. */
async function listedPages(origin: string): Promise<string[]> {
  const locations = async (path: string) => {
    const xml = await (await fetch(origin + path)).text();
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url));
  };
  const all = await locations('/sitemap.xml');
  const maps = all.filter(({ pathname }) => pathname.endsWith('.xml'));
  const pages = [...all, ...(await Promise.all(maps.map((map) => locations(map.pathname)))).flat()];
  const isPage = ({ pathname }: URL) => !/\.\w+$/.test(pathname);
  return [...new Set(pages.filter(isPage).map(({ pathname, search }) => pathname + search))];
}
