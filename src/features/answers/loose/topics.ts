/**
 * What a question about the service is about, by the things it speaks of together: whoever speaks of a
 * company that was bought and of what becomes of it asks for the same passage in whatever words. For
 * everyday words that mean different things in different company, so that no table of synonyms tells.
 */

const COMPANY = /\b(?:compan(?:y|ies)|start-?ups?|firms?|business(?:es)?|projects?|teams?)\b/i;
const SCORE =
  /\b(?:scores?|signals?|rank(?:s|ed|ings?)?|plac(?:e|es|ing)|position|list|numbers?|figures?|data|velocity|growth|momentum)\b/i;
const PAYS =
  /\b(?:pay(?:s|ing|ment|ments)?|paid|charg(?:e|es|ed)|costs?|free|fees?|price|gratis|money|bill(?:ed)?)\b/i;
const DEEP =
  /\b(?:deep|enriched|credits?|packs?|x402|refund|back|rank\w*|place|higher|better|tracked|covered|found|card|mcp|mistake|twice)\b/i;
const FIGURES =
  /\b(?:numbers?|figures?|data|counts?|scores?|statistics?|values?|results?|editions?|updates?)\b/i;
const CHECKS =
  /\b(?:verif\w*|re-?count\w*|re-?comput\w*|reproduc\w*|re-?calculat\w*|replicat\w*|retrac\w*|double-?check\w*|prove|check)\b/i;
const MYSELF =
  /\b(?:my(?:self)?|ourselves|own|i|we|yours?|publish\w*|somebody|anyone|independent\w*|readers?)\b/i;
const ACQUIRED =
  /\b(?:acquired?|acquisition|bought|buys?|sold|takes? over|taken over|takeover|swallow(?:ed|s)|merge[ds]?)\b/i;
const BECOMES =
  /\b(?:happens?|becomes?|stays?|still|remains?|keeps?|disappears?|vanish\w*|drop(?:s|ped)?|leaves?|removed?|continue|follow(?:ed)?|once|after(?:wards)?)\b/i;
const CONTRIBUTOR = /\b(?:contributors?|contributing)\b/i;

type Topic = readonly [slug: string, together: readonly RegExp[], without?: RegExp];

/** The first that fits tells. */
const TOPICS: readonly Topic[] = [
  [
    'can-a-rank-be-bought',
    [
      /\b(?:pay(?:s|ing)?|paid|buy|bought|purchase|money|sponsor\w*)\b/i,
      /\b(?:higher|better|top|rank\w*|place|position)\b/i,
      /\b(?:can|could|may|does|do|is|are)\b/i,
      COMPANY,
    ],
    /\b(?:about to|likely|soon|after|once|when|if|raise|stay|still|has|been|tell|happens|acquired|sold)\b/i,
  ],
  [
    'do-the-signals-predict-success',
    [
      SCORE,
      /\b(?:about to|going to|will|soon|next|likely|sign|predict\w*|forecast\w*|foretell|foresee|anticipat\w*|coming|future|mean|indicat\w*|impl(?:y|ies))\b/i,
      /\b(?:raise|raises|raising|rounds?|funding|money|succeed|success\w*|bought|acquired|sold|fail|win|exit|invest\w*)\b/i,
    ],
    /\b(?:markets?|cohort|credits?|update|publish)\b/i,
  ],
  [
    'what-happens-after-an-acquisition',
    [ACQUIRED, BECOMES, COMPANY],
    /\b(?:credits?|deep|you bought|about to)\b/i,
  ],
  [
    'what-if-credits-run-out',
    [
      /\b(?:credits?|balance|key)\b/i,
      /\b(?:r[au]n(?:s|ning)? (?:out|dry)|use[sd]? (?:them )?(?:all|up)|empty|exhaust\w*|spent|gone|none left|no (?:\w+ )?left|no (?:more )?credits?|insufficient|depleted|zero)\b/i,
    ],
    /\b(?:expire|valid|how long|when do)\b/i,
  ],
  [
    'am-i-charged-for-a-miss',
    [PAYS, /\b(?:isn't|not|never|un\w+)\b.*\b(?:in your|tracked|covered|found|known)/i, COMPANY],
  ],
  [
    'is-it-free',
    [
      PAYS,
      /\b(?:service|site|website|data|use|using|this|it|access|thing|figures|everything|anything|parts?)\b/i,
      /\b(?:free|pay|paying|charge|cost|fee|fees|gratis|paid)\b/i,
    ],
    DEEP,
  ],
  [
    'how-often-is-it-updated',
    [
      /\b(?:interval|intervals|how often|how frequently|how regularly|which day|what day|when|rhythm|cadence|schedule)\b/i,
      /\b(?:publish\w*|updat\w*|refresh\w*|releas\w*|appear|come out|new|fresh|available|out|issue)\b/i,
      FIGURES,
    ],
    /\b(?:confidence|contributors?|error|mistakes?|repositor\w*|method|i (?:can|may|should)|limit|mine|own)\b/i,
  ],
  [
    'how-can-a-startup-be-added',
    [
      /\b(?:we|our|my|i|us|suggest|propose|submit|nominate|request)\b/i,
      /\b(?:get on|get into|listed|add(?:ed)?|covered|tracked|include[ds]?|suggest|propose|submit|nominate|on(?:to)? (?:the|your) list)\b/i,
      COMPANY,
    ],
    /\b(?:host|instance|own list|private|badge|watch\w*|follow|why|missing|not|alert|notif\w*|export|download|per|hundred|code|copy)\b/i,
  ],
  [
    'how-are-startups-chosen',
    [
      /\b(?:choose|chosen|select\w*|pick\w*|decides?|decided|criteri\w*|qualif\w*|end up|rules?|in order to|conditions?)\b/i,
      /\b(?:cover\w*|follow|track\w*|includ\w*|list\w*|watch|registry|database|data|included|corpus)\b/i,
      COMPANY,
    ],
    /\b(?:trending|top|sectors?|stage|rank\w*|i|my|own)\b/i,
  ],
  [
    'are-contributors-employees',
    [
      CONTRIBUTOR,
      /\b(?:employ\w*|staff|head-?count|workforce|payroll|volunteers?|outsiders?|hir(?:e|ed|es))\b/i,
    ],
  ],
  [
    'what-is-a-contributor',
    [
      CONTRIBUTOR,
      /\b(?:who|whom|which people|which persons|what people|regard\w*|consider\w*|defin\w*|qualif\w*|when (?:does|is)|what makes)\b/i,
      /\b(?:count\w*|regard\w*|consider\w*|defin\w*|qualif\w*|include\w*|mean\w*|as an?|makes)\b/i,
    ],
    /\b(?:most|fewest|more|least|grow\w*|co-?authors?|score|names?|identif\w*|inflate|agents?|bots?)\b/i,
  ],
  [
    'does-it-see-private-repositories',
    [
      /\b(?:private(?:ly)?|closed|internal(?:ly)?|in-house|secret|proprietary|not public|non-?public|behind (?:a )?(?:firewall|closed doors)|not (?:publish|open))\b/i,
      /\b(?:see|visible|show|shows|reflect\w*|count\w*|includ\w*|miss\w*|read|find|cover\w*|appear\w*|know|captur\w*|account|notice\w*)\b/i,
    ],
    /\b(?:contributors|names?|markets?|e-?mails?|closed source licen|investors?|receipts?|doors? deal)\b/i,
  ],
  [
    'how-do-i-open-it-in-a-spreadsheet',
    [
      /\b(?:excel|spreadsheets?|google sheets|libreoffice|numbers app|csv)\b/i,
      /\b(?:load|open|import|get|put|use|address|where|url|download|pull|paste|into)\b/i,
    ],
    /\b(?:dossier|histor\w*|parquet or|formula\w*)\b/i,
  ],
  [
    'how-can-i-check-a-number',
    [CHECKS, FIGURES, MYSELF],
    /\b(?:sign\w*|tamper\w*|alter\w*|manifest|dossier|deal|fund\w*|status|credits|balance|spelling|which startups|confidence|server)\b/i,
  ],
  [
    'how-can-i-correct-an-error',
    [
      /\b(?:whom?|where|how|report)\b/i,
      /\b(?:mistakes?|errors?|wrong|incorrect)\b/i,
      /\b(?:tell|report|fix\w*|correct\w*|write|contact|point out|inform)\b/i,
    ],
    /\b(?:rounds?|amount|deal|funding|fact|dossier|code|status|returns?|json)\b/i,
  ],
  [
    'are-there-confidence-intervals',
    [/\b(?:uncertaint\w*|confidence intervals?|error bars?|error margins?|margins? of error)\b/i],
  ],
  [
    'who-runs-this-service',
    [
      /\bwho(?:se)?\b/i,
      /\b(?:operat\w*|runs?|behind|owns?|maintains?|responsible)\b/i,
      /\b(?:service|site|website|this|bellwether|platform|project)\b/i,
    ],
    /\b(?:need|hardware|how)\b/i,
  ],
  [
    'what-is-a-revision',
    [
      /\b(?:chang\w*|alter\w*|revis\w*|restat\w*|edit\w*|correct\w*)\b/i,
      /\b(?:published|past|old|earlier|previous|later|afterwards|retroactiv\w*)\b/i,
      /\b(?:you|numbers?|figures?|weeks?|editions?)\b/i,
      /^(?:do|are|is|can|will|have|does|could)\b/i,
    ],
    /\b(?:method|compare|repositor\w*|histor\w*|velocity|score|wrong|how)\b/i,
  ],
  [
    'are-there-webhooks',
    [
      /\b(?:notif\w*|alert\w*|e-?mail me|ping|tell me|let me know|inform\w*|push)\b/i,
      /\b(?:when|if|as soon as|whenever|about)\b/i,
      /\b(?:chang\w*|new|moves?|rises?|drops?|happens?|appears?|update[ds]?)\b/i,
    ],
    /\b(?:price|method|mistake|about a|raise|deploy)\b/i,
  ],
  [
    'do-bot-commits-count',
    [
      /\b(?:bots?|dependabot|renovate|automations?|automated)\b/i,
      /\b(?:count\w*|leave|left|exclud\w*|includ\w*|filter\w*|ignor\w*|drop\w*|skip\w*|remove\w*)\b/i,
    ],
    /\b(?:agents?|differ\w*|distinguish|why|which startups|pull requests)\b/i,
  ],
  [
    'do-merges-count',
    [
      /\bmerge(?:s| commits?)\b/i,
      /\b(?:count\w*|part|includ\w*|leave|left|exclud\w*|ignor\w*|total|skip\w*)\b/i,
    ],
    /\b(?:squash\w*|pull|companies|acquired)\b/i,
  ],
  [
    'are-lines-of-code-counted',
    [
      /\b(?:lines?|amount|size|length|volume|big|large)\b/i,
      /\b(?:code|commits?|diffs?|changes?)\b/i,
      /\b(?:matter|count\w*|weigh\w*|influence|role|measur\w*|affect)\b/i,
    ],
    /\b(?:written|share|repositor\w*|startups?|documentation|tests|contributors?)\b/i,
  ],
  [
    'can-the-numbers-be-gamed',
    [
      /\b(?:stops?|prevent\w*|protect\w*|fake|cheat\w*|game|gam(?:ed|ing)|manipulat\w*|inflat\w*|trick)\b/i,
      /\b(?:commits?|rank\w*|score\w*|numbers?|figures?|list)\b/i,
      /\b(?:fake|cheat\w*|game|gam(?:ed|ing)|manipulat\w*|inflat\w*|trick|thousands)\b/i,
    ],
    /\b(?:one|single|signed|badge)\b/i,
  ],
  [
    'do-pull-requests-and-issues-count',
    [
      /\b(?:stars?|forks|issues|pull requests|downloads|watchers)\b/i,
      /\b(?:influence|affect|count|matter|play|include[ds]?|weigh\w*|score)\b/i,
    ],
    /\b(?:receipts?|scouts?|squash\w*|branches|my|early|merged|forks and|badge)\b/i,
  ],
  [
    'can-i-see-who-contributed',
    [
      /\b(?:which|who|what)\b/i,
      /\b(?:people|persons?|developers?|individuals?)\b/i,
      /\b(?:committed|wrote|contributed|worked)\b/i,
      /\b(?:find out|see|look up|know|list|learn)\b/i,
    ],
    /\b(?:erase|delete|count|told apart)\b/i,
  ],
  [
    'what-are-the-signal-types',
    [
      /\b(?:kinds?|types?|sorts?)\b/i,
      /\bsignals?\b/i,
      /\b(?:which|what|how many)\b/i,
      /\b(?:distinguish|differ\w*|exist|are there|have|report|use|know|detect|recogni[sz]e)\b/i,
    ],
    /\b(?:startups?|companies|strong|weak|deep|evidence|framework|why)\b/i,
  ],
  [
    'what-are-the-sectors',
    [
      /\b(?:sectors|industries|categories|fields)\b/i,
      /\b(?:divide\w*|split|group\w*|sort|classif\w*|into|cover)\b/i,
      /\b(?:do you|are (?:the )?(?:startups|companies))\b/i,
    ],
    /\b(?:api|compare|most|fastest|growing|highest)\b/i,
  ],
  [
    'what-do-strong-and-weak-mean',
    [
      /\b(?:strong|weak|moderate)\b/i,
      /\bsignals?\b/i,
      /\b(?:when|called|count as|mean by|threshold|from which|difference)\b/i,
    ],
    /\b(?:startups|companies|round|raise|funding)\b/i,
  ],
  ['what-does-999-percent-mean', [/\+?999 ?(?:%|percent)/i]],
  [
    'how-are-small-startups-treated',
    [
      /\b(?:few|handful|hardly any|small|tiny|little)\b/i,
      /\b(?:commits?|startups|companies|teams)\b/i,
      /\b(?:treat\w*|handle|deal with|do you do)\b/i,
    ],
  ],
];

/** The slug of the passage that is meant by what the question speaks of together. */
export function topicOf(question: string): string | undefined {
  return TOPICS.find(
    ([, together, without]) =>
      together.every((pattern) => pattern.test(question)) && !without?.test(question),
  )?.[0];
}
