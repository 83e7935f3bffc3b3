/** Chooses the startups of a comparison by name: a form that works as it is, and suggests names with scripts. */
import { type Html, html } from '../../lib/html.ts';
import { MAX_COMPARED, MIN_COMPARED } from '../../published/compared.ts';
import type { NearMiss } from '../../published/name-index.ts';
import type { Published } from '../../published/published.ts';
import { bdi } from './format.ts';
import { PATHS } from './links.ts';

/** Query parameters of the form, in the order of the fields, and that of rows which were ticked. */
const FIELDS = ['a', 'b', 'c', 'd'] as const;
export const PICKED = [...FIELDS, 's'] as const;

export type Picked = {
  typed: string;
  /** The tracked startup of that name. */
  slug?: string;
  /** Startups with names like it. */
  near: readonly NearMiss[];
};

/** The startups that an address names, without empty fields. */
export function picked(
  query: Readonly<Record<string, string>>,
  { companies }: Published,
): Picked[] {
  const { s = '', ...fields } = query;
  const names = [...FIELDS.map((name) => fields[name] ?? ''), ...s.split(',')];
  return names
    .map((name) => name.trim())
    .filter((typed) => typed !== '')
    .map((typed): Picked => {
      const found = companies.get(typed) ?? companies.find(typed);
      if ('slug' in found) return { typed: found.name, slug: found.slug, near: [] };
      return found.found
        ? { typed, slug: found.company.slug, near: [] }
        : { typed, near: found.nearMisses };
    });
}

/** @param filled the fields that hold something already @param period another than the latest */
export function startupPicker(filled: readonly Picked[], period: string | undefined): Html {
  const fields = FIELDS.slice(0, MAX_COMPARED).map((name, index) => {
    const { typed = '', slug, near = [] } = filled[index] ?? {};
    const isUnknown = typed !== '' && slug === undefined;
    const state = isUnknown ? html` aria-invalid="true" aria-describedby="wrong-${name}"` : null;
    const wrong = html`<small id="wrong-${name}">No tracked startup is called “${bdi(typed)}”.${
      near.length === 0
        ? null
        : html` Like it: ${near.map((miss, at) => html`${at === 0 ? '' : ', '}<a href="${PATHS.startup(miss.slug)}">${bdi(miss.name)}</a>`)}.`
    }</small>`;
    return html`<div class="field"><label for="pick-${name}">Startup ${index + 1}${index < MIN_COMPARED ? null : ' (optional)'}</label>
<input id="pick-${name}" name="${name}" type="text" maxlength="100" autocomplete="off" data-suggest="startup" value="${typed}"${index < MIN_COMPARED ? html` required=""` : null}${state}>
${isUnknown ? wrong : null}</div>
`;
  });
  return html`<form class="picker" action="/compare">
${fields}${period === undefined ? null : html`<input type="hidden" name="period" value="${period}">\n`}<div><button type="submit">Compare</button></div>
</form>`;
}
