/** Fields as programs write them, and as people say them: `agent_share`, `signalStrength=strong`. */
import { FIELDS } from '../../query/query-fields.ts';

/** What a field is called in a question, where the words of its name are not what people say. */
const SAID: ReadonlyMap<string, string> = new Map([
  ['commitvelocity', 'commits'],
  ['commitvelocitychange', 'velocity change'],
  ['commitvelocitychangeratio', 'velocity change'],
  ['scorecomposite', 'composite score'],
  ['scoregrowth', 'growth score'],
  ['scorevelocity', 'velocity score'],
  ['scorenovelty', 'novelty score'],
  ['compositescore', 'composite score'],
  ['signaltype', 'signal type'],
  ['signalstrength', 'signal strength'],
  ['largestcontributorshare', 'largestcontributorshare14d'],
  ['newpeople', 'new people'],
  ['newrepos', 'new repos'],
  ['lastround', 'last round'],
]);

const KNOWN = new Set(
  Object.values(FIELDS)
    .flat()
    .map(({ name }) => folded(name)),
);

/** Fields that there are of 14 and of 30 days. */
const OF_WINDOW = new Set(
  FIELDS.startup
    .map(({ name }) => name)
    .filter((name) => FIELDS.startup.some((other) => other.name === name.replace('14d', '30d')))
    .filter((name) => name.endsWith('14d'))
    .flatMap((name) => [name, name.replace('14d', '30d')])
    .map((name) => name.toLowerCase()),
);

/** `commitVelocity14d` and `commit_velocity` are the same. */
function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?:14|30)d(?:ays)?$/, '');
}

/** `agent_share`, `agentShare`, `scores.composite`: words with a joint inside them. */
const JOINED = /\b(?:scores?\.[a-z]+|[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+(?:_?(?:14|30)d)?)\b/g;
/** Notation of agents and command lines, and what it means. */
const NOTATION: readonly (readonly [RegExp, string])[] = [
  [/\bget_startup_signal\b/gi, ''],
  [/^\s*(?:filter|query|select|search|screen|find|question|q)\s*:\s*/gi, ''],
  [/\b([a-z]+(?:_[a-z]+)*)\(([^()]+)\)/gi, '$1 of $2'],
  [/(\S*\d)\s*\.{2,3}\s*(?=\d)/g, 'each week $1 to '],
  [/(\d)\s*(?:->|→|=>)\s*(?=\d)/g, '$1 to '],
  [/\s*(?:->|→|=>)\s*(?:(?:which )?(?:startup|company)|\?)\s*$/gi, ''],
  [/\bstage\s*(?:==?|:)\s*["']?growth\b["']?/gi, 'growth stage'],
  [/\bstatus\s*(?:==?|:)\s*["']?active\b["']?/gi, 'independent'],
  [/\b(?:acquired_?by|acquirer|buyer)\s*(?:==?|:)\s*/gi, 'acquired by '],
  [/\bacquired_by\b/gi, 'acquired by'],
  [/\bargmax\b/gi, 'highest'],
  [/\bargmin\b/gi, 'lowest'],
  [/\b(?:top_?n|top_?k|limit|n|k|top)\s*[:=]\s*(?=\d)/gi, 'top '],
  [/\b(?:sort|order)(?:_?by)?\s*[:=]\s*/gi, 'by '],
  [/\b(?:period|edition|week|wk|date|at|as_?of)\s*(?:==?|:)\s*(?=\d{4}\b)/gi, 'in '],
  [/\b(?:week|wk|w)\s*(?:==?|:)\s*(?=\d{1,2}\b)/gi, 'week '],
  [/(?<=\b20\d\d) \+ (?=[a-z])/gi, ' and '],
  [/\b(?:period|edition|week)\s*(?:==?|:)\s*(?:latest|current)\b/gi, 'now'],
  [/\b(?:periods?|editions?|weeks?)\s*(?:==?|:)\s*(?:all|any|\*)/gi, 'all weeks'],
  [/^(?:the )?(?:last|latest) (?:week|period)(?= .*[<>≥≤])/gi, 'when last'],
  [/\b(from|since|to|until|after|before)\s*(?:==?|:)\s*(?=\d{4}\b)/gi, '$1 '],
  [/(?:Δ|∆)/g, ' change '],
  [/(?<!\b(?:each|per|every) )\b(?:period|edition|week|wk) (?=\d{4}-?w\d)/gi, 'in '],
  [
    /\(?\b(?:0 ?(?:-|–|to) ?100|out of (?:100|a hundred)|on a scale (?:of|from) \d+ to \d+)\)?/gi,
    ' ',
  ],
  [/\b(?:with |the |by )*slug\s*(?:==?|:)?\s*["']?(?=[a-z0-9-]{2,})(?!of |for |and |is )/gi, ''],
  [
    /\b(first|second|third|fourth|1st|2nd|3rd|4th)( and | or | vs\.? | versus | to )(?:the )?(?=(?:first|second|third|fourth|1st|2nd|3rd|4th) (quarter|half))/gi,
    '$1 $3$2',
  ],
  [
    /\b(week \d{1,2})( (?:and|versus|vs\.?|to|against|or|compared (?:to|with)) (?:in )?week \d{1,2}),? (?:both|each) (?:of |in |from )?(20\d\d)\b/gi,
    '$1 of $3$2 of $3',
  ],
  [/\bwhere (?=[a-z_0-9.]+\s*(?:[=<>!]|in ))/gi, 'with '],
];

const ASSIGNED =
  /\b(signal(?: type| strength)?|strength|type|sector|stage|status|geography|region|startup|company|target|acquired|name|metric|field|role|subject|query)\s*(?:==?|:)\s*/gi;

/** A question with its fields in words. */
export function withoutIdentifiers(question: string): string {
  const bare = NOTATION.reduce((text, [said, meant]) => text.replace(said, meant), question);
  return bare
    .replace(JOINED, (name) => {
      const plain = name.toLowerCase().replaceAll('_', '');
      if (OF_WINDOW.has(plain)) return plain;
      const key = folded(name.replace(/^scores?\./, 'score'));
      const said = SAID.get(key);
      if (said !== undefined) return said;
      return KNOWN.has(key) || name.includes('_') ? inWords(name) : name;
    })
    .replace(ASSIGNED, ' ');
}

function inWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.]/g, ' ')
    .replace(/ ?(?:14|30)d$/, '')
    .toLowerCase();
}
