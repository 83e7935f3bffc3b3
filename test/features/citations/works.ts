/** Works to cite, with the titles that formats stumble over. */
import fc from 'fast-check';
import type { Work } from '../../../src/features/citations/cited-work.ts';

export const work = (change: Partial<Work> = {}): Work => ({
  key: 'bellwether-acorn-2025-w26',
  kind: 'dataset',
  title: 'Acorn Example: engineering signal, Week 26, 2025 (23–29 June)',
  headline: 'Acorn Example: Engineering Signal, Week 26, 2025 (23–29 June)',
  date: '2025-06-29',
  url: 'http://signals.example.org/startups/acorn?period=2025-w26',
  ...change,
});

/** Names as people give them, and characters that mean something in one of the formats. */
export const title = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((text) => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())
  .filter((text) => text !== '');
export const HOSTILE = [
  '=Birch, "Example" {& Co} %100 $5 #1 under_score ~ ^ \\',
  'Cedar <script>alert(1)</script>',
  '株式会社 例 | {{template}} [[link]]',
  'مثال شركة',
  "a -- b --- c `q` ``r'' ?` !` ,, '''wiki''' ~~~~ __TOC__ https://a.example",
  '* list',
  '\u202Ereversed',
];
