/** Classifies files by path, as `registry/file-kinds.yaml` says. File contents are never read. */
import { memoize } from '../../lib/memoize.ts';
import { FileKindsFile, shippedTable } from '../../registry/collection-tables.ts';
import type { FileKind } from '../ledger/ledger-tables.ts';

const { kinds: KINDS, configurationExtensions } = shippedTable('file-kinds.yaml', FileKindsFile);
const CONFIGURATION = new Set(configurationExtensions);
const OTHER = KINDS.length;
const NAMES = ranks('names');
const EXTENSIONS = ranks('extensions');
const FOLDERS = ranks('folders');
const CONFIGURATION_FOLDERS = ranks('configurationFolders');
const SHAPES = KINDS.map(({ shapes }) => new RegExp(shapes.join('|') || '(?!)'));

/** The rank (position among the kinds) of every word in one column. */
function ranks(column: 'names' | 'extensions' | 'folders' | 'configurationFolders') {
  return new Map(
    KINDS.flatMap((kind, rank) => kind[column].map((word): [string, number] => [word, rank])),
  );
}

/** The kind of the file at a path (with `/` as in git). */
export function fileKind(path: string): FileKind {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  const extension = dot < 1 ? '' : name.slice(dot + 1);
  const folder = folderRanks(slash < 0 ? '' : path.slice(0, slash));
  const rank = Math.min(
    NAMES.get(name) ?? OTHER,
    EXTENSIONS.get(extension) ?? OTHER,
    folder.rank,
    extension === '' || CONFIGURATION.has(extension) ? folder.configurationRank : OTHER,
  );
  const better = SHAPES.findIndex((shape, place) => place < rank && shape.test(name));
  return KINDS[better < 0 ? rank : better]?.kind ?? 'other';
}

/** Size of the folder cache: a repository has few folders, and most commits touch the same ones. */
const MAX_KNOWN_FOLDERS = 5_000;

const folderRanks = memoize(MAX_KNOWN_FOLDERS, (path) => {
  const folders = path.toLowerCase().split('/');
  const best = (words: ReadonlyMap<string, number>) =>
    Math.min(...folders.map((folder) => words.get(folder) ?? OTHER));
  return { rank: best(FOLDERS), configurationRank: best(CONFIGURATION_FOLDERS) };
});
