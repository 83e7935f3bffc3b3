/** All kinds of badges, each with text to copy. */

import { BADGE_COLORS, BADGE_STYLES } from '../features/badges/badge.ts';
import { momentumBadge } from '../features/badges/badge-kinds.ts';
import { repositoryIn } from '../hosting/account-names.ts';
import { html } from '../lib/html.ts';
import type { Published } from '../published/published.ts';
import { badgeCode } from './components/code.ts';
import { PATHS } from './components/links.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default page({
  path: '/badges',
  takes: ['of'],
  render: async ({ query: { of = '' }, published }) => {
    const { addresses } = published;
    const repository = await repositoryOf(of, published);
    const target = repository && (await momentumBadge(repository, published)).link;
    return {
      title: 'Badges',
      description:
        'Pictures for READMEs and pages: momentum of a repository, Scout Score, data source.',
      lead: 'A picture for your README that always shows the current week. Name a startup and copy the line below its badge.',
      main: [
        section('momentum', 'How a startup is doing')`
<p>Its commits in 14 days, and the change against the 14 days before.</p>
<form class="filter" action="/badges" method="get">
<label for="of">Startup, or owner/name of a repository</label>
<input id="of" name="of" maxlength="200" required="" autocomplete="off" data-suggest="startup" value="${of}">
<button type="submit">Show its badge</button>
</form>
${
  repository && target
    ? badgeCode(
        {
          badge: addresses.momentumBadge(repository),
          target,
          alt: `Momentum of ${repository}`,
        },
        addresses,
      )
    : html`<p class="notice">This is neither a tracked startup nor a GitHub repository, written owner/name.</p>`
}
<p class="key">A grey badge means that the repository is not tracked, or not covered this week.</p>`,
        section('scout', 'Scout Score of a GitHub user')`
<p>The badge is grey until a reader has opened the <a href="/scouts">user’s receipt</a>; then it shows the score.</p>
${badgeCode({ badge: addresses.scoutBadge('octocat'), target: addresses.at('/scouts'), alt: 'Scout Score' }, addresses)}`,
        section('built-with', 'Built with Bellwether')`
<p>For anything that uses the data.</p>
${badgeCode({ badge: addresses.builtWithBadge(), target: addresses.home(), alt: 'Built with Bellwether' }, addresses)}`,
        section('looks', 'How they look')`
<p>Each address takes <code>style</code>, <code>label</code> (1 to 40 characters, the left half) and <code>color</code> (of the right half): ${BADGE_COLORS.join(', ')}, or hexadecimal like <code>15508a</code>. Grey badges stay grey.</p>
<ul>${BADGE_STYLES.map((style) => html`<li><code>?style=${style}</code> <img src="${PATHS.builtWithBadge()}?style=${style}" alt="Built with Bellwether, ${style}"></li>\n`)}</ul>`,
      ],
    };
  },
});

/** The main repository of a startup, or the one that is named; of the week's first startup by default. */
async function repositoryOf(
  typed: string,
  { editions, companies }: Published,
): Promise<string | undefined> {
  const { trending, sectors } = await editions.signals(editions.latest);
  if (typed === '') return (trending[0] ?? sectors[0]?.startups[0])?.repositories[0];
  const found = companies.find(typed);
  return found.found ? found.company.repositories[0]?.name : repositoryIn(typed);
}
