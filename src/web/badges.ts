/** All kinds of badges, each with text to copy. */

import { BADGE_COLORS, BADGE_STYLES } from '../features/badges/badge.ts';
import { momentumBadge } from '../features/badges/badge-kinds.ts';
import { repositoryIn } from '../hosting/names.ts';
import type { Addresses } from '../lib/addresses.ts';
import { type Html, html } from '../lib/html.ts';
import { layout } from './components/layout.ts';
import { onThisSite, PATHS } from './components/links.ts';
import { page } from './page/page.ts';

export default page({
  path: '/badges',
  takes: ['repository'],
  render: async ({ query: { repository: typed = '' }, published }) => {
    const { editions, addresses } = published;
    const { trending, sectors } = await editions.signals(editions.latest);
    const [first] = [...trending, ...sectors.flatMap(({ startups }) => startups)];
    const name = typed === '' ? first?.repositories[0] : repositoryIn(typed);
    if (name === undefined) return badgesPage(typed, undefined, addresses);
    const { link } = await momentumBadge(name, published);
    return badgesPage(typed, { name, link }, addresses);
  },
});

/**
 * @param typed the form's content
 * @param repository whose badge is shown: the one that was typed, or an example; undefined if what
 * was typed names no repository
 */
function badgesPage(
  typed: string,
  repository: { name: string; link: string } | undefined,
  addresses: Addresses,
): string {
  const scout = { badge: addresses.scoutBadge('octocat'), target: addresses.at('/scouts') };
  const builtWith = { badge: addresses.builtWithBadge(), target: addresses.home() };
  return layout({
    title: 'Badges',
    description:
      'Pictures for READMEs and pages: momentum of a repository, Scout Score, data source.',
    // What somebody typed does not get a page.
    ...(typed === '' && { canonical: addresses.at('/badges') }),
    main: html`<header class="page">
<h1>Badges</h1>
<p class="lead">Pictures that follow the current edition. Copy the text below one into a README or a page.</p>
</header>
<section aria-labelledby="momentum-heading">
<h2 id="momentum-heading">Momentum of a repository</h2>
<p>Commits of the startup that the repository belongs to, in 14 days, and their change against the 14 days before. A grey badge says that the repository is not tracked, or not covered in the current period.</p>
<form action="/badges" method="get">
<label for="repository">Repository, as owner/name or address</label>
<input id="repository" name="repository" maxlength="200" required="" value="${typed}">
<button>Show its badge</button>
</form>
${typed !== '' && !repository ? html`<p class="notice">This is not the name of a GitHub repository, which is like owner/name.</p>` : null}
${repository && momentum(repository, addresses)}
</section>
<section aria-labelledby="scout-heading">
<h2 id="scout-heading">Scout Score of a GitHub user</h2>
<p>A badge never makes this service ask GitHub: it shows a score for an hour after somebody asked for the user’s receipt at <code>/api/receipts/&lt;user&gt;</code>, and is grey before.</p>
${embedding({ ...scout, alt: 'Scout Score' }, addresses)}
</section>
<section aria-labelledby="built-with-heading">
<h2 id="built-with-heading">Built with Bellwether</h2>
<p>For whatever uses the data.</p>
${embedding({ ...builtWith, alt: 'Built with Bellwether' }, addresses)}
</section>
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
  return html`<p><img src="${onThisSite(badge, addresses)}" alt="${alt}"></p>
<dl>
<div><dt>Markdown</dt><dd><code>[![${alt}](${badge})](${target})</code></dd></div>
<div><dt>HTML</dt><dd><code>${markup}</code></dd></div>
</dl>`;
}

function looks(badge: string): Html {
  return html`<section aria-labelledby="looks-heading">
<h2 id="looks-heading">How they look</h2>
<p>Each address takes <code>style</code>, <code>label</code> (1 to 40 characters, the left half) and <code>color</code> (of the right half): ${BADGE_COLORS.join(', ')}, or hexadecimal like <code>15508a</code>. Grey badges stay grey.</p>
<table class="plain">
<caption>The styles</caption>
<thead><tr><th scope="col">Style</th><th scope="col">Badge</th></tr></thead>
<tbody>
${BADGE_STYLES.map(
  (style) =>
    html`<tr><th scope="row"><code>?style=${style}</code></th><td><img src="${badge}?style=${style}" alt="Built with Bellwether, ${style}"></td></tr>\n`,
)}</tbody>
</table>
</section>`;
}
