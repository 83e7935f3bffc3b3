/** The week that is shown, how old it is, and what the weekly cycle does next. */
import { type Status, schedulerWords, statusOf } from '../features/status/status.ts';
import { type Html, html } from '../lib/html.ts';
import { counted, moment } from './components/format.ts';
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
      main: html`<p>${words}</p>
<p>For the operator, <a href="/api/status.json">status.json</a> has every step with its troubles, and the age of all copies.</p>`,
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
