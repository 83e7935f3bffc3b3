/** All kinds of badges, each with text to copy. */

import { BADGE_COLORS, BADGE_STYLES } from '../features/badges/badge.ts';
import { momentumBadge } from '../features/badges/badge-kinds.ts';
import { repositoryIn } from '../hosting/account-names.ts';
import type { Addresses } from '../lib/addresses.ts';
import { type Html, html } from '../lib/html.ts';
import { dataTable } from './components/data-table.ts';
import { layout } from './components/layout.ts';
import { onThisSite, PATHS } from './components/links.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default page({
  path: '/badges',
  takes: ['startup', 'repository'],
  render: async ({ query: { startup = '', repository: typed = '' }, published }) => {
    const { editions, addresses } = published;
    const { trending, sectors } = await editions.signals(editions.latest);
    const all = sectors.flatMap(({ startups }) => startups);
    const picks = all
      .map(({ slug, name, repositories }) => ({ slug, name, repository: repositories[0] }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const picked = picks.find(({ slug }) => slug === (startup || trending[0]?.slug)) ?? picks[0];
    const name = typed === '' ? picked?.repository : repositoryIn(typed);
    const link = name === undefined ? undefined : (await momentumBadge(name, published)).link;
    const shown = name !== undefined && link !== undefined ? { name, link } : undefined;
    return badgesPage({ typed, startup, picks, picked: picked?.slug, shown }, addresses);
  },
});

type Pick = { slug: string; name: string };
type Form = {
  /** What was typed as the repository, and what was picked as the startup. */
  typed: string;
  startup: string;
  picks: readonly Pick[];
  /** The startup whose badge is shown. */
  picked: string | undefined;
  /** The repository whose badge is shown; undefined if what was typed names none. */
  shown: { name: string; link: string } | undefined;
};

function badgesPage(form: Form, addresses: Addresses): string {
  const { typed, startup, picks, picked, shown } = form;
  const scout = { badge: addresses.scoutBadge('octocat'), target: addresses.at('/scouts') };
  const builtWith = { badge: addresses.builtWithBadge(), target: addresses.home() };
  return layout({
    title: 'Badges',
    description:
      'Pictures for READMEs and pages: momentum of a repository, Scout Score, data source.',
    // What somebody typed does not get a page.
    ...(typed === '' && startup === '' && { canonical: addresses.at('/badges') }),
    modules: ['copy'],
    main: html`<header class="page">
<h1>Badges</h1>
<p class="lead">A picture for your README that follows the current week by itself. Pick a startup, look at it, copy the line below it.</p>
</header>
${section('momentum', 'How a startup is doing')`
<p>Its commits in 14 days, and the change against the 14 days before.</p>
<form class="filter" action="/badges" method="get">
<label for="startup">Startup</label>
<select id="startup" name="startup">${picks.map(({ slug, name }) => html`<option value="${slug}"${slug === picked && typed === '' ? html` selected` : null}>${name}</option>\n`)}</select>
<button type="submit">Show its badge</button>
</form>
<form class="filter" action="/badges" method="get">
<label for="repository">or any repository</label>
<input id="repository" name="repository" maxlength="200" required="" placeholder="owner/name or address" value="${typed}">
<button type="submit">Show its badge</button>
</form>
${typed !== '' && !shown ? html`<p class="notice">This is not the name of a GitHub repository, which is like owner/name.</p>` : null}
${startup !== '' && typed === '' && !picks.some(({ slug }) => slug === startup) ? html`<p class="notice">No startup of this name is covered this week, so another one is shown.</p>` : null}
${shown && momentum(shown, addresses)}
<p class="key">A grey badge says that the repository is not tracked, or not covered this week.</p>`}
${section('scout', 'Scout Score of a GitHub user')`
<p>A badge never makes this service ask GitHub: it shows a score once somebody has asked for the <a href="/scouts">user’s receipt</a>, and is grey before.</p>
${embedding({ ...scout, alt: 'Scout Score' }, addresses)}`}
${section('built-with', 'Built with Bellwether')`
<p>For whatever uses the data.</p>
${embedding({ ...builtWith, alt: 'Built with Bellwether' }, addresses)}`}
${looks(PATHS.builtWithBadge())}`,
  });
}

function momentum({ name, link }: { name: string; link: string }, addresses: Addresses): Html {
  return html`<p class="about">${name}</p>
${embedding({ badge: addresses.momentumBadge(name), target: link, alt: `Momentum of ${name}` }, addresses)}`;
}

/** A badge, what it says, and where it should lead. */
type Shown = { badge: string; alt: string; target: string };

function embedding({ badge, alt, target }: Shown, addresses: Addresses): Html {
  const markup = html`<a href="${target}"><img src="${badge}" alt="${alt}"></a>`.toString();
  const markdown = `[![${alt}](${badge})](${target})`;
  const code = (language: string, text: string) =>
    html`<p class="language">${language}</p>
<div class="code"><pre data-copy="" role="group" tabindex="0" aria-label="${alt}, ${language}"><code>${text}</code></pre></div>`;
  return html`<p class="preview"><a href="${onThisSite(target, addresses)}"><img src="${onThisSite(badge, addresses)}" alt="${alt}"></a></p>
${code('Markdown', markdown)}
${code('HTML', markup)}`;
}

function looks(badge: string): Html {
  return section('looks', 'How they look')`
<p>Each address takes <code>style</code>, <code>label</code> (1 to 40 characters, the left half) and <code>color</code> (of the right half): ${BADGE_COLORS.join(', ')}, or hexadecimal like <code>15508a</code>. Grey badges stay grey.</p>
${dataTable({
  caption: 'The styles',
  columns: ['Style', 'Badge'],
  rows: BADGE_STYLES.map((style) => [
    html`<code>?style=${style}</code>`,
    html`<img src="${badge}?style=${style}" alt="Built with Bellwether, ${style}">`,
  ]),
})}`;
}
