/** A count of commits, checked: its days, what was left out, and how to count again. */
import type {
  CommitsCheck,
  CommitsOfRepository,
  Reason,
} from '../../../features/checks/commits.ts';
import { type Html, html } from '../../../lib/html.ts';
import { parseDay } from '../../../lib/period.ts';
import { codeBlock } from '../code.ts';
import { dataTable, numeric } from '../data-table.ts';
import { count, counted, longDate, repositoryName, share } from '../format.ts';
import { outward } from '../links.ts';
import { type Section, section } from '../section.ts';
import { dayGrid } from './day-grid.ts';
import { commandsOfAll, leftAside } from './left-aside.ts';

const FORTNIGHT = 14;

const LEFT_OUT: readonly [Reason, heading: string, one: string, many: string][] = [
  ['merge', 'merges', 'merge', 'merges'],
  ['automation', 'bots', 'commit by a bot', 'commits by bots'],
  ['duplicate', 'copies', 'copy', 'copies'],
];

export function commitsSections(check: CommitsCheck): Section[] {
  const { repositories, window, priorWindow, notCounted } = check;
  const busy = repositories
    .filter(({ current, prior }) => current.printed + prior.printed > 0)
    .sort((a, b) => b.current.counted - a.current.counted || b.prior.counted - a.prior.counted);
  const quiet = repositories.filter((one) => !busy.includes(one));
  const grid = {
    length: FORTNIGHT,
    rows: busy.map(({ repository, days, current, prior }) => ({
      name: repository,
      days: days.commits,
      current: current.counted,
      prior: prior.counted,
    })),
    totalHeading: 'Sum',
  };
  return [
    section('check-days', 'Day by day')`
<p>Every commit that counts, on the day it landed (UTC). The newer 14 days are the number; the 14 before are what it is compared with.</p>
${dayGrid({ ...grid, half: 'current', from: window.from, sum: check.value })}
${dayGrid({ ...grid, half: 'prior', from: priorWindow.from, sum: check.prior })}
${leftAside(quiet, notCounted, 'No commits at all in these 28 days')}`,
    section('check-git', 'Count it yourself')`
<p>Copy the history of a repository, without its files, and let git count. It prints more than is counted here, by exactly this many:</p>
${reconciliation(busy, 'current', `The 14 days to ${longDate(parseDay(window.through))}`)}
${commandsOfAll(busy, commandsOf)}
<details><summary>The same for the 14 days before</summary>
${reconciliation(busy, 'prior', `The 14 days to ${longDate(parseDay(priorWindow.through))}`)}
${codeBlock(
  'Commands for the 14 days before',
  busy.map(({ git, prior }) => `${git.countPrior}  # prints ${prior.printed}`).join('\n'),
)}
</details>`,
    whyOther(check),
  ];
}

type Half = 'current' | 'prior';

/** `−12`, and a plain 0 where nothing was left out. */
function less(value: number): string {
  return value === 0 ? '0' : `−${count(value)}`;
}

function reconciliation(
  list: readonly CommitsOfRepository[],
  half: Half,
  caption: string,
): Html | null {
  if (list.length === 0) return null;
  const sum = (value: (one: CommitsOfRepository[Half]) => number) =>
    list.reduce((total, one) => total + value(one[half]), 0);
  return html`${dataTable({
    className: 'plain reconcile',
    caption,
    columns: [
      'Repository',
      ...['git prints', ...LEFT_OUT.map(([, heading]) => heading), 'counts'].map(numeric),
    ],
    rows: list.map((one) => [
      repositoryName(one.repository),
      count(one[half].printed),
      ...LEFT_OUT.map(([reason]) => less(one[half].leftOut[reason])),
      html`<strong>${count(one[half].counted)}</strong>`,
    ]),
    ...(list.length > 1 && {
      foot: [
        'Together',
        count(sum((one) => one.printed)),
        ...LEFT_OUT.map(([reason]) => less(sum((one) => one.leftOut[reason]))),
        count(sum((one) => one.counted)),
      ],
    }),
    scrolls: caption,
  })}`;
}

function commandsOf({ repository, git, current, commitsUrl }: CommitsOfRepository): Html {
  const equation = LEFT_OUT.filter(([reason]) => current.leftOut[reason] > 0)
    .map(([reason, , one, many]) => ` − ${counted(current.leftOut[reason], one, many)}`)
    .join('');
  return html`<h3>${repositoryName(repository)}</h3>
<p>It prints ${count(current.printed)}${equation === '' ? ', and all of them count' : html`: ${count(current.printed)}${equation} = <strong>${count(current.counted)}</strong>`}.${commitsUrl === undefined ? null : html` ${outward(commitsUrl, 'The same days on GitHub')}, merges and bots included.`}</p>
${codeBlock(`Commands for ${repository}`, `${git.clone}\n${git.count}`)}
<details><summary>A line a day</summary>
<p>Without merges; bots are in it.</p>
${codeBlock(`Commands for ${repository}, day by day`, git.daily)}
</details>
`;
}

function whyOther({ landedInBulk }: CommitsCheck): Section {
  return section('check-why', 'What is left out, and why git may print another number')`
<dl class="reasons">
<div><dt>Merges</dt><dd>bring in commits that are counted themselves.</dd></div>
<div><dt>Bots</dt><dd>are accounts that update dependencies, release, translate or mirror. Coding agents are none of these: what they write counts, and their share is shown.</dd></div>
<div><dt>Copies</dt><dd>are the same commit in two repositories of the company. It counts once.</dd></div>
<div><dt>Landed at once</dt><dd>${landedInBulk === null ? 'is not known here' : landedInBulk === 0 ? 'nothing here' : `${share(landedInBulk)} of these commits`}: 20 or more within a minute, such as a rebase or an import. They count, and the score is discounted above 60%.</dd></div>
<div><dt>git prints more</dt><dd>if a branch was merged since whose commits are dated in these days.</dd></div>
<div><dt>git prints less</dt><dd>if the history was rewritten since: commits that are rebased get a new date.</dd></div>
<div><dt>git prints an error</dt><dd>if the repository was renamed, closed or made private, or if git is older than 2.37: then write <code>--since</code> for <code>--since-as-filter</code>.</dd></div>
</dl>`;
}
