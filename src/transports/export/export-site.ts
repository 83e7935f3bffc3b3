/** Exports everything free: requests the service's own answers and writes them as static files. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { noneIfMissing } from '../../lib/atomic-files.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { html } from '../../lib/html.ts';
import { layout } from '../../web/components/layout.ts';
import { linksIn, withRelativeLinks } from './links.ts';
import { fileOf, type Selection, selected } from './selection.ts';

export type ExportResult = { pages: number; files: number; bytes: number };

type Options = {
  origin: string;
  folder: string;
  selection: Selection;
  onProgress?: (done: number, waiting: number) => void;
};

/** Marks a folder as an export, which the next export may replace. */
const MARKER_FILE = '.bellwether-export';
const MISSING = 'needs-a-server/index.html';
const CONCURRENCY = 4;

/** Start addresses in addition to the pages: those for machines, which no page may link to. */
const START_PATHS = [
  '/',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.svg',
  '/.well-known/security.txt',
  '/.well-known/api-catalog',
  '/.well-known/agent-card.json',
];

/** @throws BellwetherError `folder-not-empty`, `export-failed` */
export async function exportSite(options: Options): Promise<ExportResult> {
  const { origin, folder, selection, onProgress } = options;
  await claimFolder(folder);
  const files = new Map<string, string>();
  const pages = new Map<string, string>();
  let bytes = 0;
  const write = async (file: string, body: Buffer) => {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, body);
    bytes += body.length;
  };
  /** Writes the answer, and returns the addresses that it links to. */
  const fetchOne = async (path: string): Promise<string[]> => {
    // Not compressed, since it would be unpacked right away.
    const headers = { 'accept-encoding': 'identity' };
    const response = await fetch(origin + path, { redirect: 'manual', headers });
    // Broken links and redirects are not part of the copy.
    if (response.status >= 300 && response.status < 500) return [];
    if (!response.ok)
      throw new BellwetherError(
        'export-failed',
        `${path} answered ${response.status}; nothing after it was exported. The log of the service says why.`,
      );
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    const file = fileOf(path, isPage);
    const body = Buffer.from(await response.arrayBuffer());
    files.set(path, file);
    if (isPage) pages.set(path, file);
    await write(file, file.endsWith('.js') ? scriptOf(body) : body);
    if (isPage) return linksIn(body.toString());
    if (!/^\/sitemaps?[./]/.test(path)) return [];
    const locations = body.toString().matchAll(/<loc>([^<]+)<\/loc>/g);
    return [...locations].flatMap(([, url = '']) =>
      url.startsWith(selection.baseUrl) ? [url] : [],
    );
  };
  const known = new Set([...START_PATHS, ...selection.files]);
  const waiting = [...known];
  while (waiting.length > 0) {
    const batch = waiting.splice(0, CONCURRENCY);
    const found = await Promise.all(batch.map(fetchOne));
    const linked = found.flatMap((links, index) =>
      links.flatMap((link) => selected(link, batch[index] ?? '/', selection) ?? []),
    );
    waiting.push(...new Set(linked).difference(known));
    for (const path of linked) known.add(path);
    onProgress?.(files.size, waiting.length);
  }
  await write(MISSING, Buffer.from(missingPage()));
  // Hosts send it for addresses that they have no file for.
  await write('404.html', Buffer.from(missingPage()));
  pages.set('/needs-a-server', MISSING).set('/404', '404.html');
  for (const [path, file] of pages) await relink(path, file, files, options);
  // Those two are no pages of the site.
  return { pages: pages.size - 2, files: files.size, bytes };
}

/** Makes a page's links relative, once it is known which files the copy contains. */
async function relink(
  path: string,
  file: string,
  files: ReadonlyMap<string, string>,
  { folder, selection }: Options,
): Promise<void> {
  const { origin } = new URL(selection.baseUrl);
  const within = selection.baseUrl + path;
  const page = await readFile(join(folder, file), 'utf8');
  const linked = withRelativeLinks(page, file, {
    isOwn: (address) => URL.canParse(address, within) && new URL(address, within).origin === origin,
    targetOf: (address) => files.get(selected(address, path, selection) ?? ''),
    missing: MISSING,
  });
  await writeFile(join(folder, file), linked);
}

/** Changes the extension in imports to the one that the modules have in the copy. */
function scriptOf(body: Buffer): Buffer {
  return Buffer.from(body.toString().replace(/(from\s+'\.\/[\w-]+)\.ts'/g, "$1.js'"));
}

/** Refuses a folder that contains anything other than an earlier export. */
async function claimFolder(folder: string): Promise<void> {
  const names: string[] = await readdir(folder).catch(noneIfMissing);
  if (names.length > 0 && !names.includes(MARKER_FILE))
    throw new BellwetherError(
      'folder-not-empty',
      `${folder} holds other files. Name a new folder, an empty one, or one with an earlier export.`,
    );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, MARKER_FILE), 'A static copy, written by bellwether export.\n');
}

function missingPage(): string {
  return layout({
    title: 'Not in this copy',
    description: 'This is a static copy of the site. Some things need the running service.',
    heading: 'This needs the running service',
    lead: 'You are reading a static copy of the site. Pages and files are all here; answers that are computed on request are not.',
    main: html`<div class="prose">
<ul>
<li>Search, filters, look-ups by name and questions in your own words</li>
<li>Weeks and comparisons that this copy leaves out</li>
<li>Scout receipts, the state of the service, and everything that is paid for</li>
<li>The endpoints for agents</li>
</ul>
<p>The whole dataset is here <a href="/api/dataset.csv">as CSV</a> and <a href="/api/dataset.jsonl">as JSON lines</a>, and <code>bellwether start</code> serves all of it on your own machine.</p>
</div>`,
  });
}
