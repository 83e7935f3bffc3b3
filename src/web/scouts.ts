import { html } from '../lib/html.ts';
import { layout } from './components/layout.ts';
import { page } from './page/page.ts';

export default page({
  path: '/scouts',
  render: async ({ published: { addresses } }) =>
    layout({
      title: 'Scouts',
      description: 'How a GitHub user’s early stars are scored, and where to read the receipt.',
      canonical: addresses.at('/scouts'),
      main: html`<header class="page">
<h1>Scouts</h1>
<p class="lead">A scout notices a startup before others do. A receipt lists which tracked startups a GitHub user starred, when, and which of them were later funded, valued at a billion, or acquired.</p>
</header>
<section aria-labelledby="receipt-heading">
<h2 id="receipt-heading">A receipt</h2>
<p>Ask for <code>/api/receipts/&lt;user&gt;</code> with a GitHub user name. It is read from the user’s public stars at that moment, and limited to 10 requests a minute for each address.</p>
<p>The Scout Score is 100 · (1 − e<sup>−w / 5</sup>). For every starred startup with a later documented event, w grows by the event’s weight (funding 1, acquisition 2, billion valuation 3) times its lead in years, at most one. As long as the registry documents no event the score is null.</p>
</section>
<section aria-labelledby="prediction-heading">
<h2 id="prediction-heading">A prediction, experimental</h2>
<p><code>/api/scout/predict?username=&lt;user&gt;</code> ranks the tracked startups that the user has not starred by how many of the starred ones are in the same sector, times the composite score. Nobody has tested whether that foretells anything.</p>
</section>`,
    }),
});
