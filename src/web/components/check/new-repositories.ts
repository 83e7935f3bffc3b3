/** A count of new repositories, checked: which they are, and since when the others exist. */
import type { NewRepositoriesCheck } from '../../../features/checks/new-repositories.ts';
import { type HtmlValue, html } from '../../../lib/html.ts';
import { parseDay } from '../../../lib/period.ts';
import { codeBlock } from '../code.ts';
import { dataTable } from '../data-table.ts';
import { longDate, repositoryName } from '../format.ts';
import { outward } from '../links.ts';
import { type Section, section } from '../section.ts';

export function newRepositoriesSections(check: NewRepositoriesCheck): Section[] {
  const { repositories, others, basis, listUrl } = check;
  const commands = repositories.flatMap(({ repository, began, git }) =>
    git
      ? html`<h3>${repositoryName(repository)}</h3>
<p>It prints ${began}.</p>
${codeBlock(`Commands for ${repository}`, `${git.clone}\n${git.firstCommit}`)}
`
      : [],
  );
  return [
    section('check-list', 'Since when they exist')`
${
  basis === 'organization'
    ? html`<p>All public repositories that the organization created itself: forks, mirrors and templates are left out, what was deleted later stays.${listUrl === undefined ? null : html` ${outward(listUrl, 'The same days on GitHub')}.`}</p>`
    : html`<p>The tracked repositories by the day of their very first commit. Others of the company are not known here, so there may be more.</p>`
}
${
  repositories.length + others.length === 0
    ? null
    : dataTable({
        caption: 'Repositories, newest first',
        isCaptionUnseen: true,
        columns: [
          'Repository',
          basis === 'organization' ? 'Created, or first commit' : 'First commit',
          'New',
        ],
        rows: [
          ...repositories.map((one) => row(one, html`<strong>new</strong>`)),
          ...others.map((one) => row(one, 'no')),
        ],
      })
}`,
    ...(commands.length === 0
      ? []
      : [
          section('check-git', 'Check it yourself')`
${commands}`,
        ]),
  ];
}

function row(
  { repository, began }: { repository: string; began: string | null },
  isNew: HtmlValue,
): HtmlValue[] {
  return [
    outward(`https://github.com/${repository}`, repositoryName(repository)),
    began === null
      ? 'none yet'
      : html`<time datetime="${began}">${longDate(parseDay(began))}</time>`,
    isNew,
  ];
}
