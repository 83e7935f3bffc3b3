/** Adds a notice about a fact to the file that contains the fact, and removes a withdrawn fact. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { BellwetherError } from '../lib/errors.ts';
import { canonicalForm, textOf } from './canonical-form.ts';
import { companyFacts, organizationFacts } from './notice-checks.ts';
import { factId, Notice } from './notices.ts';
import { organizationFiles } from './organization-files.ts';
import { readAllOrganizations } from './read-organizations.ts';

/**
 * @param folder a registry in which the organization's file is valid
 * @returns path of the changed file, relative to the folder
 * @throws BellwetherError `notice-invalid`, `unknown-fact`
 */
export function giveNotice(folder: string, given: Notice): string {
  const { data: notice, error } = Notice.safeParse(given);
  if (!notice) throw invalid(`${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}`);
  const [slug = ''] = notice.fact.split('/', 1);
  const { file, facts, notices } = findOrganization(folder, slug);
  const last = notices.filter(({ fact }) => fact === notice.fact).at(-1);
  if (!facts.has(notice.fact))
    throw new BellwetherError(
      'unknown-fact',
      last?.kind === 'withdrawn'
        ? `${notice.fact} was withdrawn on ${last.on} already.`
        : `${file} has no ${notice.fact}; it has ${[...facts].join(', ') || 'no fact of this kind'}.`,
    );
  const newest = notices.at(-1);
  if (newest && newest.on > notice.on)
    throw invalid(`on ${notice.on} is before the newest notice in ${file}, of ${newest.on}`);
  if (notice.kind === 'upheld' && last?.kind !== 'disputed')
    throw invalid(`${notice.fact} is not disputed, so it cannot be upheld`);
  const path = join(folder, file);
  const schema = organizationFiles(folder).find((one) => one.path === file)?.schema;
  if (!schema) throw invalid(`${file} is no file of an organization`);
  const document = parseDocument(readFileSync(path, 'utf8'));
  if (notice.kind === 'withdrawn') removeFact(document, slug, notice.fact);
  if (isSeq(document.get('notices'))) document.addIn(['notices'], document.createNode(notice));
  else document.set('notices', document.createNode([notice]));
  writeFileSync(path, canonicalForm(textOf(document), schema));
  return file;
}

function findOrganization(folder: string, slug: string) {
  const { companies, others } = readAllOrganizations(folder);
  const company = companies.find((one) => one.slug === slug);
  if (company)
    return { file: company.file, facts: companyFacts(company), notices: company.value.notices };
  const other = others.find((one) => one.slug === slug);
  if (other)
    return { file: other.file, facts: organizationFacts(other), notices: other.value.notices };
  throw new BellwetherError(
    'unknown-fact',
    `The registry has no file ${slug}.yaml that can be read; registry check says what is wrong.`,
  );
}

/** Removes a deal: finds the list item whose fact id is `fact`. */
function removeFact(document: Document, slug: string, fact: string): void {
  const text = (item: unknown, field: string) => {
    const value = isMap(item) ? item.get(field) : undefined;
    return typeof value === 'string' ? value : null;
  };
  const named: Readonly<Record<string, (item: unknown) => string>> = {
    rounds: (item) => factId.round({ company: slug, round: text(item, 'round') ?? '' }),
    valuations: (item) =>
      factId.valuation({ company: slug, announcedOn: text(item, 'announcedOn') }),
    acquisitions: (item) =>
      factId.acquisition({ acquirer: slug, acquired: text(item, 'acquired') ?? '' }, false),
    exits: (item) => {
      const by = text(item, 'by');
      return `${slug}/exit/${text(item, 'kind')}${by === null ? '' : `/${by}`}`;
    },
  };
  for (const [field, nameOf] of Object.entries(named))
    filterList(document.get(field), (item) => nameOf(item) !== fact);
  const companyOf = (item: unknown) =>
    isMap(item) ? String(item.get('company')) : isScalar(item) ? String(item.value) : '';
  filterInner(document.get('portfolio'), 'companies', (item) => {
    return factId.holding({ fund: slug, company: companyOf(item) }) !== fact;
  });
  const [, kind, name = ''] = fact.split('/');
  if (kind === 'field') removeField(document, name);
}

/** Also from its sources; a source that supports nothing else is removed. */
function removeField(document: Document, field: string): void {
  if (field === 'backing') document.delete(field);
  else document.set(field, null);
  filterInner(document.get('sources'), 'facts', (item) => !isScalar(item) || item.value !== field);
}

function filterList(list: unknown, isKept: (item: unknown) => boolean): void {
  if (isSeq(list)) list.items = list.items.filter(isKept);
}

/** Filters the list in this field of each item, and drops the items whose list is empty then. */
function filterInner(outer: unknown, field: string, isKept: (item: unknown) => boolean): void {
  filterList(outer, (item) => {
    const inner = isMap(item) ? item.get(field) : undefined;
    filterList(inner, isKept);
    return !isSeq(inner) || inner.items.length > 0;
  });
}

function invalid(fault: string): BellwetherError {
  return new BellwetherError('notice-invalid', `Nothing was changed: ${fault}.`);
}
