/** Explains the Scout Score, and leads to a user's receipt. */
import { accountIn, Username } from '../hosting/account-names.ts';
import { html } from '../lib/html.ts';
import { PATHS } from './components/links.ts';
import { personalityRules, scoreLimits, scoreMethod } from './components/scout-method.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default page({
  path: '/scouts',
  takes: ['username'],
  leadsTo: async ({ query: { username = '' } }) => {
    const named = usernameIn(username);
    return named === undefined ? undefined : { path: PATHS.receipt(named), query: '' };
  },
  render: async ({ query: { username: typed = '' } }) => ({
    title: 'Scouts',
    description:
      'How well a GitHub user’s stars foretold rounds and acquisitions, against what startups of the same stage had anyway.',
    lead: 'A scout notices a startup before others do. A receipt lists which tracked startups a GitHub user starred, when, and which of them were later funded, valued at a billion, or acquired.',
    main: [
      section('receipt', 'Read a receipt')`
<form action="/scouts" method="get" role="search" aria-label="Receipts">
<label for="username">GitHub user name</label>
<input id="username" name="username" maxlength="200" required="" autocomplete="off" autocapitalize="none" spellcheck="false" value="${typed}">
<button>Show the receipt</button>
</form>
${typed === '' ? null : html`<p class="notice">${JSON.stringify(typed)} is not the name of a GitHub user, which has up to 39 letters, digits, and single hyphens between them. The address of the user’s page works as well.</p>`}
<p>It is made from the user’s public stars, read from GitHub and kept for an hour. Programs ask <code>/api/receipts/&lt;user&gt;</code>.</p>`,
      scoreMethod(),
      scoreLimits(),
      personalityRules(),
      section('prediction', 'A prediction, experimental')`
<p><code>/api/scout/predict?username=&lt;user&gt;</code> ranks tracked startups without a known event by three things: how often their peers have one within a year, this week’s signal and, for startups that the user starred, the user’s record. In back-tests on invented users it ranked better than the signal alone, slightly for users who star at random and clearly for users with foresight. For real users nothing has been shown.</p>
<p><a href="/methodology#score-heading">The method</a> · <a href="/badges#scout-heading">Badges</a></p>`,
    ],
  }),
});

/** The user with this name or address of a page; undefined if malformed. */
function usernameIn(typed: string): string | undefined {
  return Username.safeParse(accountIn(typed, 'https://github.com')).data;
}
