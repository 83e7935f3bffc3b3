/** The mascot: how it speaks and what it posts. */
import { type Html, html } from '../lib/html.ts';
import { page } from './page/page.ts';

export default page({
  path: '/mascot',
  render: async ({
    published: {
      registry: { documents },
    },
  }) => {
    const { about, voice, tone, pillars, cadence, samples, ...mascot } = documents.mascot;
    return {
      title: `${mascot.mascot_name}, the mascot`,
      description: about.slice(0, 300),
      lead: about,
      json: '/api/v1/social-mascot.json',
      main: html`<div class="prose">
<h2>Voice</h2>${rules(voice)}
<h2>Tone</h2>${rules(tone)}
<h2>Pillars</h2>
<dl>${pillars.map((pillar) => html`<dt>${pillar.name}</dt><dd>${pillar.about}</dd>\n`)}</dl>
<h2>Cadence</h2>${rules(cadence)}
<h2>Posting hours, UTC</h2>${rules(mascot.posting_hours_utc)}
<h2>Hashtags</h2>${rules(mascot.hashtag_bank)}
<h2>Sample posts</h2>
<ul>${samples.map(({ text, url, period }) => html`<li>${text} <a href="${url}">${period}</a></li>\n`)}</ul>
</div>`,
    };
  },
});

type Rule = string | number | readonly (string | number)[];

function rules(byName: Readonly<Record<string, Rule>>): Html {
  return html`<dl>${Object.entries(byName).map(([name, rule]) => html`<dt>${name.replaceAll('_', ' ')}</dt><dd>${Array.isArray(rule) ? rule.join(', ') || 'none' : String(rule)}</dd>\n`)}</dl>`;
}
