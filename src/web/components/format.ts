/** Numbers, dates and names as people read them. */
import type { SectorPace } from '../../features/selection/listed-week.ts';
import { type Html, html } from '../../lib/html.ts';
import { type Day, isoDay } from '../../lib/period.ts';

import { count, counted } from '../../lib/prose.ts';

export { count, counted, percent as share } from '../../lib/prose.ts';

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `1.50`, with a real minus sign. */
export function decimal(value: number): string {
  return withMinus(value.toFixed(2));
}

/** `+1.5`, `−0.2`, `0.0` */
export function signedDecimal(value: number): string {
  const text = value.toFixed(1);
  if (Number(text) === 0) return '0.0';
  return withMinus(value > 0 ? `+${text}` : text);
}

/** Half as much again, or a third less: smaller changes are usual from one window to the next. */
const UNUSUAL = { up: 50, down: -33 };

/** A signed percentage, coloured by its sign where it is unusual. */
export function change(percent: string): Html {
  const value = Number.parseInt(percent, 10);
  const direction = value >= UNUSUAL.up ? 'up' : value <= UNUSUAL.down ? 'down' : 'level';
  return html`<span class="${direction}">${withMinus(percent)}</span>`;
}

/** `16 August 2026` */
export function longDate(day: Day): string {
  return DATE.format(new Date(isoDay(day)));
}

/** `2026-11-23 03:00 UTC` */
export function moment(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** A period's name without its dates, for titles: `Week 33, 2026` */
export function shortPeriodName(name: string): string {
  return name.replace(/ \(.*$/, '');
}

/** `week 31, 2026`, within a sentence. */
export function weekWithin(name: string): string {
  return shortPeriodName(name).replace('Week', 'week');
}

/** `7 of 8 startups are working faster than their own past year.` */
export function fasterWords({
  faster,
  accelerations,
}: Pick<SectorPace, 'faster' | 'accelerations'>) {
  const { length: known } = accelerations;
  const are =
    faster === 1 || known === 1 ? 'is working faster than its' : 'are working faster than their';
  return `${count(faster)} of ${counted(known, 'startup')} ${are} own past year.`;
}

/** A name within a text, isolated so that right-to-left characters do not reorder the rest. */
export function bdi(name: string): Html {
  return LONG_WORD.test(name) ? html`<bdi class="long">${name}</bdi>` : html`<bdi>${name}</bdi>`;
}

/** Words too long for a narrow column, which may be split anywhere; no others are. */
const LONG_WORD = /\S{20}/u;

/** `owner/name`, which breaks after the slash where it has to break. */
export function repositoryName(repository: string): Html {
  const slash = repository.indexOf('/') + 1;
  return html`${repository.slice(0, slash)}<wbr>${repository.slice(slash)}`;
}

/** A name for titles and labels, which take no markup: without characters that reorder text. */
export function plainName(name: string): string {
  return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/** A text of the data with real minus signs: `-18%` becomes `−18%`, and dates stay as they are. */
export function proseMinus(text: string): string {
  return text.replace(/(?<=^|[\s(])-(?=\d)/g, '−');
}

function withMinus(number: string): string {
  return number.replace(/^-/, '−');
}
