/** The cohort of scouts: its rules, leaderboard, and how to apply. */
import { html } from '../lib/html.ts';
import { documentPage, EMPTY_LIST } from './page/document-page.ts';

export default [
  documentPage('/members', ({ registry }) => {
    const { name, totalSeats, anonymityRule, gradingRules, members } = registry.documents.members;
    return {
      title: name,
      lead: 'Scouts whose picks are graded in public, in windows of 60 and 90 days.',
      json: '/api/v1/members.json',
      sections: html`<p>${members.length} of ${totalSeats} seats are claimed. ${anonymityRule}</p>
<dl>${Object.entries(gradingRules).map(([outcome, rule]) => html`<dt>${outcome}</dt><dd>${rule}</dd>\n`)}</dl>
<p><a href="/members/leaderboard">Leaderboard</a>, <a href="/members/apply">take part</a></p>`,
    };
  }),
  documentPage('/members/leaderboard', () => ({
    title: 'Scouts’ leaderboard',
    lead: 'Sorted by hits, then closed windows, then picks, then handle.',
    sections: EMPTY_LIST,
  })),
  documentPage('/members/apply', ({ operator: { email } }) => ({
    title: 'Take part in the cohort',
    lead: 'Seats are given by the operator of this service.',
    sections:
      email === undefined
        ? html`<p>This operator has not opened any seats and names no address for it.</p>`
        : html`<p>Write to ${email}.</p>`,
  })),
];
