/** The age of all data, and the weekly cycle's last and next steps. */
import { type Status, schedulerWords, statusOf } from '../features/status/status.ts';
import { type Html, html } from '../lib/html.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { count, counted, moment } from './components/format.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default page({
  path: '/status',
  isLive: true,
  render: async ({ published, cycle }) => {
    const status = await statusOf(published, await cycle());
    const words = schedulerWords(status);
    return {
      title: 'Status',
      description: words,
      json: '/api/status.json',
      intro: forReaders(status),
      main: html`${section('operator', 'For the operator')`
<p>${words}</p>
${cycleOf(status)}
${copiesOf(status)}`}`,
    };
  },
});

/** Which week is shown, how old it is, and what comes next. */
function forReaders({ edition, scheduler: { next } }: Status): Html {
  if (!edition) return html`<p class="lead">Nothing is published yet.</p>`;
  const { name, ageDays, isOld, publishedAt } = edition;
  return html`<p class="lead">The latest complete week is ${name}. It ended ${counted(ageDays, 'day')} ago${isOld ? ', so its numbers are old' : null}.</p>
<p>${next ? html`Next: ${moment(next.at)}, ${next.what}.` : 'Newer weeks are not collected yet.'} <a href="/coverage">What is missing?</a>${publishedAt === null ? null : html` Last published on ${moment(publishedAt)}.`}</p>`;
}

function cycleOf({ scheduler }: Status): Html {
  const { duePeriod, settled, waiting, retried, hold, steps, done } = scheduler;
  return html`<p>For ${duePeriod}, the last week to end: ${counted(settled, 'company', 'companies')} done, ${count(waiting)} waiting, ${count(retried)} to retry.</p>
${hold && html`<p>Nothing is collected until ${moment(hold.until)}: ${hold.why}.</p>`}
${dataTable({
  caption: 'Steps',
  columns: ['Step', 'Last done', 'Trouble'],
  rows: steps.map(({ step, doneAt, failures, trouble }) => [
    step,
    doneAt === null ? 'never' : moment(doneAt),
    trouble === null ? 'none' : `${trouble} (${counted(failures, 'failure')} in a row)`,
  ]),
})}
${done.length > 0 ? html`<h3>Recently done</h3>\n<ul>${done.map(({ at, what }) => html`<li>${moment(at)}: ${what}</li>\n`)}</ul>` : null}`;
}

function copiesOf({ copies }: Status): Html {
  if (!copies)
    return html`<p>The ledger cannot be read here, so the age of its copies is not known.</p>`;
  const { oldestThrough, newestThrough, byAge } = copies;
  const rows = byAge.map(({ maxDays, companies }) => {
    const age =
      maxDays === 'never'
        ? 'never collected'
        : maxDays === null
          ? 'older'
          : `up to ${maxDays} days`;
    return [age, count(companies)];
  });
  const range = oldestThrough === null ? '' : `, from ${oldestThrough} to ${newestThrough}`;
  return dataTable({
    caption: `Companies by the last day that all of their copies hold${range}`,
    columns: ['Age', numeric('Companies')],
    rows,
  });
}
