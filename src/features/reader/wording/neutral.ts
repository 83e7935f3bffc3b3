/**
 * Words that change nothing about which number is asked for, where nobody knows them otherwise: verbs of
 * having and showing, remarks on manner, and nouns for the thing itself. What negates, compares, restricts
 * or names is not among them, and a word that stands in no list stays unread.
 */
import { nounForms, verbForms } from './inflections.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** What somebody does who has, shows or produces something. */
const VERBS = words(`
  achieve accumulate amass appear assemble attain attract boast bring churn clock collect command
  comprise concern consist constitute contain crank deem deploy describe detail deliver disclose
  display dish document embody enjoy equal exhibit experience extract fare feature field flaunt
  garner gather generate gauge grab hammer harbour harbor house illustrate include indicate involve
  knock label log manage mark mention mobilise mobilize muster note notch obtain observe occur offer
  participate pen perform plot populate possess pull produce provide pump quote rack reach read
  receive relate represent return reveal roll seem sling spit sport stack state supply sustain turn
  uncover wield yield attribute happen flag flash carry surface wonder tell guess suppose assume
  believe hope verify confirm clarify specify pinpoint identify fetch dig lookup inspect examine
  explore evaluate assess review analyse analyze investigate screen scan consider ponder discuss
  cite prepare draft finish publish print compile map visualise visualize chart tabulate itemise
  itemize enumerate summarise summarize recap outline sketch stand sit belong pertain appreciate
  mind care bother dare
`);

const IRREGULAR = words(`
  brought drew drawn got gotten kept held stood sat lay lain saw seen took taken told gave given
  became become becoming felt found led met said spent spending spend thought understood wrote
  written put run runs running ran rang set sets setting came went gone keep doing done did does being
  been played play plays playing works work worked gets get getting takes taking finds finding gives
  giving keeps keeping take holds looks looked looking sees seeing
`);

/** How, how surely, how far: nothing that restricts. */
const MANNER = words(`
  actively actual actually admittedly anyhow anyways apparently approximate approximately around
  basically briefly broadly certainly clearly collectively commonly completely considerably
  continuously convincingly correctly crudely decidedly deeply definitely densely directly easily
  effectively entire entirely especially essentially evidently exactly explicitly extremely fairly
  faithfully formally frankly fully fundamentally furiously genuinely gladly globally gradually
  greatly hard heavily heavy highly honest ideally importantly impressively incredibly individually
  indeed inherently intensely internally kindly legitimately literally loosely massively maybe
  meaningfully naturally neatly notably noticeably numerically objectively obviously officially
  openly outright particularly perhaps personally plainly plausibly possibly potentially practically
  precise presumably probably properly publicly purely quantitatively rapidly readily realistically
  reasonably reliably reportedly respectable rigorously rough roughly sadly seemingly seriously
  sharply significantly similarly simply somehow somewhat specifically steadily strictly strongly
  substantially supposedly surely surprisingly technically thoroughly totally tremendously truly
  truthfully ultimately undoubtedly unusually utterly vastly verifiably visibly whole wildly
  worldwide whatsoever
`);

/** What every question is about. */
const NOUNS =
  'answer aspect bit context estimate fact feel headline hint idea matter name notion particular picture reading sense situation thing view'.split(
    ' ',
  );

/** Greetings, contractions and adjectives of emphasis. */
const REST = words(`
  hello hiya greetings sorry pardon mr team's afternoon morning evening y'all yeah yep alright sure
  nope please btw lol imo imho afaik eg ie etc via upon amongst towards toward onto alongside
  regarding concerning vis-a-vis wrt re regards respect terms comparison i'd we'd you'd they'd it'd
  i've we've you've they've i'll we'll you'll they'll it'll there's here's let's lets wanna gotta
  dunno kinda sorta myself ourselves yourself themselves himself herself thing's one's various
  several certain respective corresponding given interesting interested important key main major
  relevant useful handy actual real true correct right proper published
  available known stated documented reported listed official particular specific exact entire live
  overall whole complete full active open-source opensource oss engineering technical software tech
  public github git single sole repo-wise commit-wise code-wise dev-wise and/or & as-is asap thereof hereby
  herein itself numeric numerical prepping
`);

const THINGS: ReadonlySet<string> = new Set([
  ...VERBS.flatMap(verbForms),
  ...IRREGULAR,
  ...NOUNS.flatMap(nounForms),
]);
const QUALITIES: ReadonlySet<string> = new Set([...MANNER, ...REST]);

/**
 * @param word in lower case
 * @param isCounted it stands behind "how many": then it could be what is asked for
 */
export function isNeutral(word: string, isCounted: boolean): boolean {
  const bare = word.replace(/['’]s$/, '');
  return QUALITIES.has(bare) || (!isCounted && THINGS.has(bare));
}
