/** Limits of the numbers, shown before the method. */
import type { Html } from '../../lib/html.ts';
import { count, counted } from '../components/format.ts';
import { section } from '../components/section.ts';

type Coverage = { covered: number; tracked: number; week: string };

export function cannotShow({ covered, tracked, week }: Coverage): Html {
  return section('limits', 'What these numbers cannot show')`
<dl class="members">
<dt>Work that is not public</dt>
<dd>Only public repositories are counted. A company whose product is closed looks quiet here however hard it works, and moving work into a private repository looks like a slowdown.</dd>
<dt>How much a commit is worth</dt>
<dd>A commit may fix a comma or rewrite a database. Some teams squash a week into one commit and others land forty a day, so compare a company with its own past before you compare it with others.</dd>
<dt>Who is employed</dt>
<dd>A contributor is a person whose work landed: an employee, a contractor or a volunteer. More contributors is not the same as a larger team.</dd>
<dt>Why something changed</dt>
<dd>Git records what landed and when. Launches, layoffs and holidays are not in it, and we do not guess.</dd>
<dt>Whether a company will do well</dt>
<dd>No number here has been shown to foretell funding, growth or exits. Commits jump <a href="/research/spikes-before-raises">before funding rounds about as often as at any other time</a>; <a href="/research">the technical report</a> says what else was tested.</dd>
<dt>Every company</dt>
<dd>In ${week}, ${count(covered)} of ${counted(tracked, 'tracked startup')} are covered. The list is made by hand and leans towards developer tools and infrastructure, where work is public. A startup whose history we do not hold in full has no numbers, because unknown is not zero.</dd>
</dl>`;
}
