/** A count of contributors, checked, without saying who they are. */
import type { ContributorsCheck } from '../../../features/checks/contributors.ts';
import { sum } from '../../../lib/averages.ts';
import { type Html, html } from '../../../lib/html.ts';
import { codeBlock } from '../code.ts';
import { dataTable, numeric } from '../data-table.ts';
import { count, counted, repositoryName } from '../format.ts';
import { type Section, section } from '../section.ts';
import { dayGrid } from './day-grid.ts';
import { commandsOfAll, leftAside } from './left-aside.ts';

const MONTH = 30;

export function contributorsSections(check: ContributorsCheck): Section[] {
  const { repositories, inSeveral, notCounted, window, priorWindow } = check;
  const busy = repositories
    .filter(({ current, prior }) => current + prior > 0)
    .sort((a, b) => b.current - a.current || b.prior - a.prior);
  const quiet = repositories.filter((one) => !busy.includes(one));
  const grid = {
    length: MONTH,
    rows: busy.map(({ repository, days, current, prior }) => ({
      name: repository,
      days: days.people,
      current,
      prior,
    })),
    totalHeading: 'People',
  };
  return [
    section('check-how-often', 'How often they committed')`
<p>${newcomers(check)} Commits with the same address, or the same name of two words or more, are one person’s. No person is named here: only the days are published.</p>
${howOften(check)}`,
    section('check-days', 'Day by day')`
<p>How many people landed a commit, or co-authored one, on each day (UTC). Someone active on three days appears three times but counts once${inSeveral > 0 ? html`; the lines add up to ${count(inSeveral)} more than ${count(check.value)}, because people who worked in several repositories appear in each` : null}.</p>
${dayGrid({ ...grid, half: 'current', from: window.from })}
${dayGrid({ ...grid, half: 'prior', from: priorWindow.from })}
${leftAside(quiet, notCounted, 'No people in these 60 days')}`,
    section('check-git', 'Count it yourself')`
<p>git knows addresses, not people, so it prints at least as many: a person with two addresses has two lines, and so have bots and coding agents, who are not people here.</p>
${commandsOfAll(busy, commandsOf)}`,
    section('check-why', 'Who is not counted')`
<dl class="reasons">
<div><dt>Bots</dt><dd>that update dependencies, release, translate or mirror.</dd></div>
<div><dt>Coding agents</dt><dd>are not people: the person who writes with one is counted, the agent is not.</dd></div>
<div><dt>Merging</dt><dd>alone does not make a contributor.</dd></div>
<div><dt>Erased</dt><dd>people who asked to be left out. Their commits count, they do not.</dd></div>
</dl>`,
  ];
}

function newcomers({ newPeople, value }: ContributorsCheck): string {
  if (newPeople === null || value === 0) return '';
  return `${count(newPeople)} of the ${count(value)} had no commit in the 180 days before.`;
}

function howOften({ peopleByDays: { current, prior } }: ContributorsCheck): Html {
  const row = (name: string, from: number, to: number) => [
    name,
    ...[current, prior].map((list) => count(sum(list.slice(from - 1, to)))),
  ];
  return dataTable({
    caption: 'People by the number of days on which they were active',
    isCaptionUnseen: true,
    columns: ['Active on', numeric('30 days'), numeric('30 before')],
    rows: [
      row('1 day', 1, 1),
      row('2 to 4 days', 2, 4),
      row('5 to 9 days', 5, 9),
      row('10 days or more', 10, MONTH),
    ],
    foot: row('Together', 1, MONTH),
  });
}

function commandsOf({ repository, git, current }: ContributorsCheck['repositories'][number]): Html {
  return html`<h3>${repositoryName(repository)}</h3>
<p>${current === 0 ? 'No person counts here in the 30 days.' : `It prints ${count(current)} or more; ${counted(current, 'person counts', 'people count')}.`} Without <code>| wc -l</code> it lists them.</p>
${codeBlock(`Commands for ${repository}`, `${git.clone}\n${git.addresses}`)}
`;
}
