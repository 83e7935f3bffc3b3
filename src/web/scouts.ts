/** Explains the Scout Score, and leads to a user's receipt. */
import { PERSONALITY_RULES } from '../features/scout/personality.ts';
import { SCORE_VERSION } from '../features/scout/score.ts';
import { accountIn, Username } from '../hosting/account-names.ts';
import { html } from '../lib/html.ts';
import { PATHS } from './components/links.ts';
import { type Section, section } from './components/section.ts';
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
<p><a href="/badges#scout-heading">Badges</a></p>`,
    ],
  }),
});

/** The user with this name or address of a page; undefined if malformed. */
function usernameIn(typed: string): string | undefined {
  return Username.safeParse(accountIn(typed, 'https://github.com')).data;
}

function scoreMethod(): Section {
  return section('score', html`The Scout Score, version ${SCORE_VERSION}`)`
<p>The score asks one question: did the startups that a user starred do better, after the star, than other startups like them?</p>
<ul class="results">
<li>A <strong>win</strong> is a starred startup with an event within three years of the star: a priced round, a valuation of a billion or more, or an acquisition. Events come from the registry, each with its date and source. Events announced within 60 days of each other count once.</li>
<li>A <strong>miss</strong> is one whose three years passed without an event, or that closed, merged or went public first. All others are <strong>open</strong>.</li>
<li>For each star the service computes the <strong>expected</strong> wins: how often tracked startups of the same stage, as long after their last event and at the same time, had such an event. A user who stars only late-stage startups, or the day after a round, is measured against exactly these odds.</li>
<li>The score is the factor by which the user beats these odds, as a number from 0 to 100. <strong>50</strong> is what the peers did, 67 is twice their odds, 80 four times. With fewer stars to judge, it stays closer to 50 and its interval is wider. The number of stars alone changes nothing.</li>
</ul>`;
}

/** Every kind of scout with its rule, in the order in which they are tried. */
function personalityRules(): Section {
  return section('kinds', 'Kinds of scouts')`
<p>A receipt names a kind. The first rule that fits decides; no kind is a judgement.</p>
<dl class="reasons">${PERSONALITY_RULES.map(({ label, rule }) => html`<div><dt>${label}</dt><dd>${rule}</dd></div>\n`)}</dl>`;
}

/** Limits of the score. */
function scoreLimits(): Section {
  return section('limits', 'What it cannot show')`
<ul class="results">
<li>A star is neither an investment nor a forecast. People star what they use, read about, or want to find again.</li>
<li>Not every event is known. Unannounced rounds, and many announced ones, are missing from the registry, for the peers as for the starred. Some misses may be wins we have no source for.</li>
<li>Peers are of the same stage, not of the same size. Starring only large projects scores slightly above 50 by itself.</li>
<li>Only tracked startups count, and they were chosen when much of their story was known.</li>
<li>GitHub lists current stars only: one that was withdrawn is not seen.</li>
</ul>`;
}
