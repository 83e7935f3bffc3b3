/** Chooses the startups of a comparison by name: a form that works as it is, and suggests names with scripts. */
import { type Html, html } from '../../lib/html.ts';
import type { NearMiss } from '../../published/name-index.ts';
import type { Published } from '../../published/published.ts';
import { bdi } from './format.ts';
import { PATHS } from './links.ts';

/** Query parameters of the form, in the order of the fields. */
export const PICKED = ['a', 'b', 'c', 'd'] as const;

export type Picked = {
  /** As it was typed; empty where nothing was. */
  typed: string;
  /** The tracked startup of that name. */
  slug?: string;
  /** Startups with names like it. */
  near: readonly NearMiss[];
};

export function picked(
  query: Readonly<Record<string, string>>,
  { companies }: Published,
): Picked[] {
  return PICKED.map((name) => {
    const typed = (query[name] ?? '').trim();
    if (typed === '') return { typed, near: [] };
    const found = companies.find(typed);
    return found.found
      ? { typed, slug: found.company.slug, near: [] }
      : { typed, near: found.nearMisses };
  });
}

/** The whole form. @param fields what is filled in already */
export function startupPicker(fields: readonly Picked[], period: string | undefined): Html {
  return html`<form class="picker" action="/compare">
${fields.map((field, index) => pickerField(field, index))}
${periodField(period)}<div><button type="submit">Compare</button></div>
</form>`;
}

/** A form that adds one more startup to those that are compared. */
export function addPicker(slugs: readonly string[], period: string | undefined): Html {
  const next = PICKED[slugs.length] ?? 'd';
  return html`<form class="picker" action="/compare">
${slugs.map((slug, index) => html`<input type="hidden" name="${PICKED[index] ?? 'a'}" value="${slug}">\n`)}<div class="field"><label for="pick-${next}">Add another</label>
<input id="pick-${next}" name="${next}" type="text" required maxlength="100" autocomplete="off" data-suggest="startup"></div>
${periodField(period)}<div><button type="submit">Add</button></div>
</form>`;
}

function periodField(period: string | undefined): Html | null {
  return period === undefined
    ? null
    : html`<input type="hidden" name="period" value="${period}">\n`;
}

const LABELS = ['First startup', 'Second startup', 'Third, if you like', 'Fourth, if you like'];

function pickerField({ typed, slug, near }: Picked, index: number): Html {
  const name = PICKED[index] ?? 'a';
  const isUnknown = typed !== '' && slug === undefined;
  const state = isUnknown ? html` aria-invalid="true" aria-describedby="wrong-${name}"` : null;
  return html`<div class="field"><label for="pick-${name}">${LABELS[index]}</label>
<input id="pick-${name}" name="${name}" type="text" maxlength="100" autocomplete="off" data-suggest="startup" value="${typed}"${index < 2 ? html` required` : null}${state}>
${
  isUnknown
    ? html`<small id="wrong-${name}">No tracked startup is called “${bdi(typed)}”.${
        near.length === 0
          ? null
          : html` Like it: ${near.map(
              (miss, at) =>
                html`${at === 0 ? '' : ', '}<a href="${PATHS.startup(miss.slug)}">${bdi(miss.name)}</a>`,
            )}.`
      }</small>`
    : null
}</div>
`;
}
