/** Merges two organizations that turned out to be the same. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { BellwetherError } from '../lib/errors.ts';
import { canonicalForm, textOf } from './canonical-form.ts';
import { foldKey } from './fold.ts';
import {
  LIST_FILE,
  organizationFiles,
  SCHEMA_OF_FOLDER,
  type SchemaOfFile,
} from './organization-files.ts';
import { homeOf } from './organizations.ts';

type OpenFile = SchemaOfFile & { document: Document };
/** The raw content of a file, or of an entry of the list. */
type Entry = { name: string } & Record<string, unknown>;
type Found = { file: OpenFile; path: readonly string[]; entry: Entry };

const REFERENCES: ReadonlySet<string> = new Set(['by', 'acquired', 'organization', 'company']);
const REFERENCE_LISTS: ReadonlySet<string> = new Set(['companies', 'distinctFrom']);
const LISTS = ['rounds', 'valuations', 'exits', 'acquisitions', 'portfolio', 'notices'] as const;

/**
 * Replaces all references to `gone` by `kept`, and moves the content of `gone` into the file of
 * `kept`, adding its name as an alias and its slug as a former slug. A deal recorded by both is
 * duplicated there, which `registry check` reports.
 *
 * @param folder a valid registry
 * @returns paths of the changed files, relative to the folder
 * @throws BellwetherError `unknown-organization`, `same-organization`
 */
export function mergeOrganizations(folder: string, kept: string, gone: string): string[] {
  if (kept === gone)
    throw new BellwetherError('same-organization', `${kept} and ${gone} are one already.`);
  const files = organizationFiles(folder).map(
    (file): OpenFile => ({
      ...file,
      document: parseDocument(readFileSync(join(folder, file.path), 'utf8')),
    }),
  );
  const to = find(files, kept);
  const from = find(files, gone);
  const before = new Map(files.map((file) => [file.path, textOf(file.document)]));
  const all = placeEntry(
    mergeEntries(to.entry, from.entry, { kept, gone }),
    kept,
    { to, from },
    files,
  );
  for (const { document } of all) rename(document, gone, kept);
  const changed = all.filter(({ path, document }) => textOf(document) !== before.get(path));
  const paths = new Set(all.map(({ path }) => path));
  const removed = files.map(({ path }) => path).filter((path) => !paths.has(path));
  for (const { path, schema, document } of changed)
    writeFileSync(join(folder, path), canonicalForm(textOf(document), schema));
  for (const path of removed) rmSync(join(folder, path));
  return [...changed.map(({ path }) => path), ...removed];
}

/** The files after writing the merged entry to its proper place and removing both old entries. */
function placeEntry(
  entry: Entry,
  slug: string,
  { to, from }: { to: Found; from: Found },
  files: readonly OpenFile[],
): OpenFile[] {
  const home = to.file.path.startsWith('companies/') ? 'companies' : homeOf(entry);
  for (const { file, path } of [from, to]) if (path.length > 0) file.document.deleteIn(path);
  const own = [from, to].filter(({ path }) => path.length === 0).map(({ file }) => file);
  const left = files.filter((file) => !own.includes(file));
  if (home === undefined) {
    listIn(left).set(slug, entry);
    return left;
  }
  // Set field by field, to preserve the file's comments.
  const document = to.path.length === 0 ? to.file.document : new Document({});
  for (const [field, value] of Object.entries(entry))
    if (JSON.stringify(value) !== JSON.stringify(to.entry[field]) || to.path.length > 0)
      document.set(field, value);
  const schema = SCHEMA_OF_FOLDER[home] ?? to.file.schema;
  return [...left, { path: `${home}/${slug}.yaml`, schema, document }];
}

function listIn(files: readonly OpenFile[]): Document {
  const list = files.find(({ path }) => path === LIST_FILE);
  if (list) return list.document;
  throw new BellwetherError('registry-invalid', `The registry has no ${LIST_FILE}.`);
}

/** @returns an entry with an empty path if the organization has its own file */
function find(files: readonly OpenFile[], slug: string): Found {
  const own = files.find(({ path }) => path.endsWith(`/${slug}.yaml`));
  if (own) return { file: own, path: [], entry: own.document.toJS() as Entry };
  const list = files.find(({ path, document }) => path === LIST_FILE && document.has(slug));
  if (!list)
    throw new BellwetherError('unknown-organization', `The registry has no organization ${slug}.`);
  const entry = (list.document.toJS() as Record<string, Entry | string>)[slug];
  return {
    file: list,
    path: [slug],
    entry: typeof entry === 'string' ? { name: entry } : (entry ?? { name: slug }),
  };
}

function mergeEntries(
  to: Entry,
  from: Entry,
  { kept, gone }: { kept: string; gone: string },
): Entry {
  const list = (entry: Entry, field: string) => (entry[field] ?? []) as unknown[];
  const known = new Set([to.name, ...list(to, 'aliases')].map((name) => foldKey(String(name))));
  const aliases = [from.name, ...list(from, 'aliases').map(String)].filter(
    (name) => !known.has(foldKey(name)),
  );
  const added: Record<string, unknown[]> = {
    aliases,
    formerNames: list(from, 'formerNames'),
    formerSlugs: [gone, ...list(from, 'formerSlugs')],
    ...Object.fromEntries(LISTS.map((field) => [field, list(from, field)])),
  };
  const joined = Object.entries(added)
    .filter(([, items]) => items.length > 0)
    .map(([field, items]) => [field, [...list(to, field), ...items]]);
  const distinctFrom = [...list(to, 'distinctFrom'), ...list(from, 'distinctFrom')];
  return {
    ...to,
    website: to['website'] ?? from['website'] ?? null,
    ...Object.fromEntries(joined),
    distinctFrom: distinctFrom.filter((slug) => slug !== kept && slug !== gone),
  };
}

function rename(document: Document, gone: string, kept: string): void {
  visit(document, {
    Pair: (_, { key, value }) => {
      const field = isScalar(key) ? String(key.value) : '';
      if (REFERENCES.has(field) && isScalar(value) && value.value === gone) value.value = kept;
      if (!REFERENCE_LISTS.has(field) || !isSeq(value)) return;
      const names = (item: unknown, slug: string) => isScalar(item) && item.value === slug;
      const hasBoth = value.items.some((item) => names(item, kept));
      value.items = value.items.filter((item) => !(hasBoth && names(item, gone)));
      for (const item of value.items) if (isScalar(item) && item.value === gone) item.value = kept;
    },
  });
}
