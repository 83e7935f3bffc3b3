/**
 * Words for the service, its method and its use as people say them who have not read its pages. Those of a
 * line mean the same; wider than what counts as the same elsewhere, so they are for questions alone that
 * found no passage otherwise.
 */
import { stem, wordsOf } from '../question-words.ts';

const GROUPS: readonly string[] = [
  'pay paid billing invoice card checkout purchase buy payment wallet',
  'cost price charge expensive fee euro eur euros dollar cheap rate pricing tariff spend worth',
  'free gratis complimentary pay paid paying charge cost fee',
  'subscription subscribe plan monthly month annual yearly recurring tier package',
  'refund reimburse moneyback chargeback return',
  'expire expiry lapse runout valid forever',
  'credit balance token',
  'key apikey password credential secret',
  'auth authenticate authentication authorization authorise authorize bearer login signin signup register registration account oauth header',
  'limit quota throttle throttling ratelimit cap 429 flood hammer requests burst',
  'endpoint address route url link path uri',
  'download export dump bulk archive file csv json parquet spreadsheet excel',
  'format filetype type kind variant',
  'history historical backfill past earlier previous older old ago retrospective',
  'whole entire complete full all everything',
  'feed rss atom webhook notification notify alert newsletter email push follow ping told informed',
  'update refresh fresh publish appear release cadence schedule due frequency often frequently renewed interval',
  'remove delete erase forget gdpr erasure removal optout privacy scrub purge deletion',
  'error wrong mistake incorrect inaccurate false flaw fault bug typo outdated',
  'correct fix amend rectify repair correction dispute contest object challenge complaint complain report',
  'add include onboard suggest submit propose nominate join listed included request',
  'missing absent dropped excluded omitted skipped gone disappear disappeared uncovered left',
  'game manipulate cheat inflate pump fake juke boost rig trick spam',
  'sign signature tamper forge forgery authentic integrity genuine tampered provenance signed altered alter',
  'verify check audit reproduce recompute recount recalculate replicate retrace confirm doublecheck validate prove proof',
  'host selfhost deploy install onprem premises run server servers machine infrastructure docker own',
  'software code codebase source program',
  'licence license terms copyright permission rights legal allowed',
  'republish redistribute reuse reprint print resell reproduce commercial commercially sell',
  'cite citation reference credit attribute attribution quote footnote bibliography',
  'paper article academic journal thesis publication story newspaper magazine report',
  'person people individual human contributor author',
  'name named identity identities identify identifiable personal',
  'anonymous hash hashed pseudonym pseudonymous anonymised anonymized',
  'bot automation dependabot renovate robot automated machine ci',
  'exclude ignore skip filter leave omit discard out disregard',
  'agent copilot claude assistant ai llm gpt',
  'count counted treat handle tally',
  'merge merged merging',
  'squash squashed squashing',
  'rewrite rewritten rebase rebased forcepush forced overwritten',
  'fork forked copy copied mirror mirrored duplicate twice',
  'private closed proprietary internal confidential secret hidden invisible unpublished',
  'see notice visible detect spot observe look cover',
  'predict forecast foretell foresee imply indicate mean sign raise success succeed outcome invest future',
  'accelerate acceleration speed pace momentum',
  'compute calculate determine derive formula work figure',
  'score scoring rating points grade',
  'composite overall total combined',
  'novelty newcomer newness newcomers',
  'trending top20 list ranking leaderboard chart position place rank spot',
  'threshold cutoff minimum criteria criterion bar requirement require qualify eligible eligibility need rule',
  'choose select pick chosen selection decide admission criteria criterion',
  'tie equal same identical level draw',
  'weak strong strength',
  'signal indicator flag',
  'timezone utc clock local midnight timestamp gmt',
  'week period monday sunday weekly',
  'day date',
  'window 14 30 fortnight span range',
  'sector category industry vertical classification divide',
  'stage round funding seed series',
  'acquire acquired buy bought acquisition takeover exit sold merger swallowed',
  'market bet wager gamble prediction odds',
  'scout star stargazer',
  'badge shield button readme embed widget',
  'grey gray greyed',
  'client sdk library wrapper python javascript typescript package binding',
  'mcp tool tools protocol claude cursor',
  'openapi swagger specification spec schema docs documentation reference',
  'browser cors javascript frontend webpage',
  'database postgresql postgres redis sqlite storage',
  'who operator operate behind owner company team maker creator runs',
  'contact reach write email support mail',
  'dossier diligence profile factsheet',
  'pdf print printable',
  'compare comparison versus side',
  'search find lookup query',
  'stars issues pulls likes downloads',
  'lines loc size amount volume length',
  'revision correction corrected changed restated restate',
  'ledger raw fact table',
  'cdn cache edge etag',
  'idempotency retry retried repeat twice double',
  'lose lost stolen leak leaked rotate revoke',
  'affiliate referral commission partner',
  'employee employ staff headcount workforce payroll volunteer hire',
  'remain stay still continue keep disappear vanish happen leave become',
  'follow track cover coverage monitor include list report select end',
  'consider regard treat count qualify deem',
  'type kind sort distinguish',
  'influence affect matter impact weigh count',
  'usedup exhausted empty depleted zero',
  'statuscode 402 status response return',
  'confidenceinterval uncertainty precision errorbar accurate',
  'few small tiny little handful',
  'top20 twenty',
  'revision change altered edit published',
];

/** Expressions of several words, and the word that stands for each. */
const EXPRESSIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcredit cards?\b/g, 'card'],
  [/\b(?:go(?:es)? stale|expir\w+)\b/g, 'expire'],
  [
    /\b(?:r[au]n(?:s|ning)? (?:out|dry)|use[sd]? up|used all|no (?:credits?|balance) (?:is |are )?left|exhaust\w*)\b/g,
    'usedup',
  ],
  [/\b(?:status|error) codes?\b/g, 'statuscode'],
  [/\bconfidence intervals?\b|\berror bars?\b/g, 'confidenceinterval'],
  [
    /\b(?:at|in) (?:what|which) intervals?\b|\b(?:on )?(?:which|what) (?:week)?day of the week\b/g,
    'frequency',
  ],
  [/\bup[- ]to[- ]date\b/g, 'fresh'],
  [/\b(?:about|going|likely|bound) to (?=\w)/g, 'predict '],
  [/\bbehind closed doors\b|\b(?:do|does) not publish\b|\bnon-?public\b/g, 'private'],
  [/\bpart of (?:the |your )?(?:totals?|counts?|figures?)\b/g, 'counted'],
  [/\bis (?:exactly )?meant by\b/g, 'is'],
  [/\bforce[- ]?push(?:es|ed|ing)?\b/g, 'forcepush'],
  [/\bself[- ]host(?:ed|ing)?\b/g, 'selfhost'],
  [/\bon[- ]prem(?:ise|ises)?\b/g, 'onprem'],
  [/\btime ?zones?\b/g, 'timezone'],
  [/\btop (?:20|twenty)\b/g, 'top20'],
  [/\bapi[- ]keys?\b/g, 'apikey'],
  [/\blog ?in\b/g, 'login'],
  [/\bsign(?:ing)? ?up\b/g, 'signup'],
  [/\b(?:leave|leaving|left|throw(?:n)?|kick(?:ed)?|weed(?:ed)?) (?:\w+ )?out\b/g, 'exclude'],
  [/\blines? of code\b/g, 'lines'],
  [/\b(?:hand|fork|shell) over\b/g, 'pay'],
  [/\bmake (?:it )?(?:on|in)to\b/g, 'qualify'],
  [
    /\b(?:work(?:ed)? out|put together|made up|goes into|go into|made of|based on|built from)\b/g,
    'compute',
  ],
  [/\b(?:get|have|see) (?:\w+ ){0,4}(?:fixed|corrected|amended|changed)\b/g, 'correct'],
  [/\b(?:money|cash)[- ]back\b/g, 'refund'],
  [/\bhow much (?=is|are|for|does|do|would|will)\b/g, 'cost '],
  [/\bhow (?:many|much)\b/g, ''],
];

const MEANS: ReadonlyMap<string, readonly number[]> = groupsByStem();

function groupsByStem(): Map<string, number[]> {
  const means = new Map<string, number[]>();
  for (const [index, line] of GROUPS.entries())
    for (const word of new Set(line.split(' ').map(stem))) {
      const known = means.get(word) ?? [];
      means.set(word, [...known, index]);
    }
  return means;
}

/** Words of a text, expressions as one. */
export function serviceWords(text: string): string[] {
  const plain = EXPRESSIONS.reduce(
    (changed, [pattern, word]) => changed.replace(pattern, word),
    text.toLowerCase(),
  );
  return wordsOf(plain);
}

/** The same without their endings. */
export function stemsOf(text: string): string[] {
  return serviceWords(text).map(stem);
}

/** Which groups of words a stem is in. */
export function meaningsOf(stemmed: string): readonly number[] {
  return MEANS.get(stemmed) ?? [];
}
