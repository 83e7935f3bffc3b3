/** A score, checked: four steps, each with its inputs. */
import type { Place, ScoreCheck } from '../../../features/checks/score.ts';
import { type HtmlValue, html } from '../../../lib/html.ts';
import { dataTable, numeric } from '../data-table.ts';
import { count, decimal, share } from '../format.ts';
import { type Section, section } from '../section.ts';

/** @param hrefOf the check of another number of the startup */
export function scoreSections(check: ScoreCheck, hrefOf: (number: 'commits') => string): Section[] {
  const { commits, growth, newcomers, weights, concentration, mix, among } = check;
  const { factor, fullUpTo } = concentration;
  const weighted = (weight: number, { score }: Place) => decimal((weight * score) / 100);
  const sum =
    (weights.growth * growth.score +
      weights.commits * commits.score +
      weights.newcomers * newcomers.score) /
    100;
  return [
    section('check-ranks', '1. Three ranks')`
<p>Each value is ranked among the ${count(among)} startups with commits in these 14 days: the share of them that it stands above, ties counted half.</p>
${dataTable({
  caption: 'The three ranks',
  isCaptionUnseen: true,
  columns: ['What', ...['Value', 'Below it', 'Ties', 'Rank'].map(numeric)],
  rows: [
    ['Growth of pace', decimal(growth.value), ...rank(growth)],
    ['Commits', html`<a href="${hrefOf('commits')}">${count(commits.value)}</a>`, ...rank(commits)],
    ['Work of newcomers', share(newcomers.value), ...rank(newcomers)],
  ],
  scrolls: 'The three ranks',
})}
<dl class="reasons">
<div><dt>Growth of pace</dt><dd>${decimal(growth.value)} = (${decimal(growth.fast)} − ${decimal(growth.slow)}) / ${decimal(growth.noise)}: the level of the last weeks minus that of the year, divided by the startup’s week-to-week noise. A level is the logarithm of the weekly pace, which counts at most five commits per author and day.</dd></div>
<div><dt>Work of newcomers</dt><dd>${count(newcomers.newcomerDays)} of ${count(newcomers.workDays)} working days in eight weeks were by newcomers, people whose first commit came between a week and 180 days before.</dd></div>
</dl>
<details><summary>The weekly pace, ${count(growth.weeklyPace.length)} weeks, newest first</summary>
<p>${growth.weeklyPace.join(', ')}</p></details>`,
    section('check-mix', '2. Mixed')`
<p>${weights.growth}% of ${growth.score} + ${weights.commits}% of ${commits.score} + ${weights.newcomers}% of ${newcomers.score} = ${weighted(weights.growth, growth)} + ${weighted(weights.commits, commits)} + ${weighted(weights.newcomers, newcomers)} = <strong>${decimal(sum)}</strong></p>`,
    section('check-discount', '3. Discounted, if one person or one landing made most of it')`
<p>${discount(check)} ${factor < 1 ? html`${decimal(sum)} × ${decimal(factor)} = <strong>${decimal(mix.value)}</strong>` : html`Up to ${share(fullUpTo)}, everything counts in full: <strong>${decimal(mix.value)}</strong>`}</p>`,
    section('check-final', '4. Ranked once more')`
<p>${decimal(mix.value)} stands above ${count(mix.below)} of the ${count(among)}${mix.ties > 1 ? ` and ties with ${count(mix.ties - 1)}` : ''}: (${count(mix.below)} + ${decimal(mix.ties / 2)}) / ${count(among)} = <strong>${check.value}%</strong>, which is the score.</p>
<p><a href="/methodology#rank">Why these weights, and how they were chosen</a></p>`,
  ];
}

function rank({ below, ties, score }: Place): HtmlValue[] {
  return [count(below), count(ties - 1), html`<strong>${score}</strong>`];
}

function discount({ concentration }: ScoreCheck): string {
  const { largestContributorShare: largest, bulkShare: bulk } = concentration;
  const person = largest === null ? '' : `One person wrote ${share(largest)} of the commits`;
  const landed =
    bulk === null
      ? ', and what landed at once is not known.'
      : `, and ${share(bulk)} landed at once.`;
  return `${person}${landed}`;
}
