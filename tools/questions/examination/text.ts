// Names, numbers, weeks and dates in a text, in the ways in which people write them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const List = z.array(z.string());
const WORDS = z
  .strictObject({
    months: List,
    shortMonths: List,
    numbers: List,
    ordinals: List,
    otherWords: z.record(z.string(), List),
    namesThatAreWords: List,
  })
  .parse(parse(readFileSync(join(import.meta.dirname, 'words.yaml'), 'utf8')));
const MONTHS = WORDS.months.map((month, index) => `${month}|${WORDS.shortMonths[index]}`);
const ANY_MONTH = MONTHS.join('|');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const plain = (text: string): string =>
  text
    .replaceAll(/(?<=\d)[\u00a0\u202f\u2009](?=\d{3})/g, ',')
    .replaceAll(/[\u00a0\u202f\u2009]/g, ' ')
    .replaceAll('’', "'")
    .replaceAll(/[−–]/g, '-');

export const says = (text: string, pattern: string): boolean =>
  new RegExp(pattern, 'iu').test(plain(text));

/** `Tiger Data (Timescale)` is also called `Tiger Data`, and `Timescale`. */
const waysToWrite = (name: string): string[] => {
  const parts = /^(.+) \((.+)\)$/.exec(name);
  return [name, ...(parts?.slice(1) ?? []), ...(WORDS.otherWords[name] ?? [])];
};

type How = 'loose' | 'exact';
type Sought = { ways: readonly string[]; pattern: RegExp };

const SOUGHT = new Map<string, Sought>();

/** Made once: hundreds of names are looked for in thousands of texts. */
function sought(name: string, how: How): Sought {
  const key = `${how} ${name}`;
  const known = SOUGHT.get(key);
  if (known) return known;
  const ways = waysToWrite(name);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${ways.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    how === 'exact' ? 'u' : 'iu',
  );
  const made = { ways: how === 'exact' ? ways : ways.map((way) => way.toLowerCase()), pattern };
  SOUGHT.set(key, made);
  return made;
}

/**
 * Where a text first names each. `exact` minds case and passes over names that are words too: it is for
 * names that should not be there.
 */
export function namesIn(
  text: string,
  names: readonly string[],
  how: How = 'loose',
): { name: string; at: number }[] {
  const searched = plain(text);
  const letters = how === 'exact' ? searched : searched.toLowerCase();
  const found: { name: string; at: number }[] = [];
  for (const name of names) {
    if (how === 'exact' && WORDS.namesThatAreWords.includes(name)) continue;
    const { ways, pattern } = sought(name, how);
    // Most names stand nowhere in a text, which is seen without the pattern in a tenth of the time.
    if (!ways.some((way) => letters.includes(way))) continue;
    const at = searched.search(pattern);
    if (at >= 0) found.push({ name, at });
  }
  return found;
}

/** Without what has digits and is no number: weeks, dates, years, lengths of the windows. */
export const withoutDates = (text: string): string =>
  plain(text)
    .replaceAll(/\b\d{4}-w\d{1,2}\b/giu, ' ')
    .replaceAll(/\b\d{4}-\d{2}(-\d{2})?\b/gu, ' ')
    .replaceAll(/\bweeks? \d{1,2}(,? (of )?\d{4})?\b/giu, ' ')
    .replaceAll(new RegExp(`\\b\\d{1,2}(-\\d{1,2})? (${ANY_MONTH})\\b( \\d{4})?`, 'giu'), ' ')
    .replaceAll(new RegExp(`\\b(${ANY_MONTH}) \\d{1,2}(, \\d{4})?\\b`, 'gu'), ' ')
    .replaceAll(/\b(14|30)[- ]days?\b/giu, ' ')
    .replaceAll(/\b(top|first|last|number|no\.|rank|#) ?\d+\b/giu, ' ')
    .replaceAll(/\b(19|20)\d{2}\b(?! commits)/gu, ' ');

const SCALES: readonly [RegExp, number][] = [
  [/^(k|thousand)$/i, 1e3],
  [/^(m|mn|million)$/i, 1e6],
  [/^(b|bn|billion)$/i, 1e9],
];

interface FoundNumber {
  value: number;
  /** How far the number meant may be from the one written. */
  tolerance: number;
  isShare: boolean;
  decimals: number;
}

export function numbersIn(text: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  const pattern =
    /(?<![\p{L}\d.,])(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?(?:\s?(%|per ?cent\b|k\b|thousand\b|m\b|mn\b|million\b|bn?\b|billion\b))?(?![\p{L}\d])/giu;
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(pattern)) {
    const scale = SCALES.find(([name]) => name.test(unit))?.[1] ?? 1;
    found.push({
      value: Number(`${whole.replaceAll(',', '')}.${fraction || '0'}`) * scale,
      tolerance: 0.5 * 10 ** -fraction.length * scale,
      isShare: /^(%|per)/i.test(unit),
      decimals: fraction.length,
    });
  }
  WORDS.numbers.forEach((word, value) => {
    if (new RegExp(`\\b${word}\\b`, 'iu').test(text)) {
      found.push({ value, tolerance: 0, isShare: false, decimals: 0 });
    }
  });
  return found;
}

/**
 * Whether a text has this number, rounded as people round. A share of 0.4253 is also 43%, and a change
 * of −0.12 is `12% fewer`.
 */
export function showsNumber(text: string, wanted: number, isShare: boolean): boolean {
  const size = Math.abs(wanted);
  const isWhole = Number.isInteger(wanted);
  if (wanted === 0 && !isShare && says(text, '\\b(?:no|none|nobody|not any)\\b')) return true;
  return numbersIn(withoutDates(text)).some(({ value, tolerance, isShare: percent, decimals }) => {
    const near = (of: number, within: number) => Math.abs(of - size) <= within + 1e-9;
    if (isShare) {
      if (percent) return near(value / 100, tolerance / 100);
      return isWhole ? value === size : decimals > 1 && near(value, tolerance);
    }
    if (percent) return near(value, tolerance) && !isWhole;
    if (isWhole && size < 1000) return value === size;
    return near(value, tolerance) && (size > 3 || decimals > 0);
  });
}

/** `number 3`, `rank 3`, `#3`, `3rd`, `third`, `3 of 8`. */
export function showsRank(text: string, rank: number): boolean {
  const ordinal = WORDS.ordinals[rank - 1];
  return says(
    text,
    [
      `(?:#|no\\.|\\b(?:number|rank(?:s|ed|ing)?|place|position)(?: is| at| in)?(?: number)?:?)\\s*${rank}(?!\\d)`,
      `\\b${rank}(?:st|nd|rd|th|\\.)? (?:of|out of|among|in|place|by)\\b`,
      `\\b${rank}(?:st|nd|rd|th)\\b`,
      ...(ordinal ? [`\\b${ordinal}\\b`] : []),
    ].join('|'),
  );
}

/** Patterns for a day, a month or a year, each as it may be written. A month of the day is enough. */
export function datesOf(date: string): string[] {
  const [year = '', month, day] = date.split('-');
  if (!month) return [`\\b${year}\\b`];
  const names = MONTHS[Number(month) - 1] ?? '';
  const monthForms = [`\\b${year}-${month}`, `\\b(?:${names})\\.?,? (?:of )?${year}\\b`];
  if (!day) return monthForms;
  const number = Number(day);
  return [
    ...monthForms,
    `\\b${number}(?:st|nd|rd|th)? (?:of )?(?:${names})\\.?,? ${year}\\b`,
    `\\b(?:${names})\\.? ${number}(?:st|nd|rd|th)?,? ${year}\\b`,
  ];
}

/** `2026-w23` is also `week 23 of 2026`, and the week to Sunday, 7 June 2026. */
export function showsWeek(text: string, period: string): boolean {
  const [year = '', week = ''] = period.split('-w');
  const fourth = Date.UTC(Number(year), 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * 86_400_000;
  const first = monday + (Number(week) - 1) * 7 * 86_400_000;
  const days = [first, first + 6 * 86_400_000].map((day) =>
    new Date(day).toISOString().slice(0, 10),
  );
  return [
    `\\b${year}-w0?${Number(week)}\\b`,
    `\\bweek ${Number(week)},? (?:of )?${year}\\b`,
    ...days.flatMap((day) =>
      datesOf(day).filter((form) => form.includes(`${Number(day.slice(8))}`)),
    ),
  ].some((form) => says(text, form));
}
