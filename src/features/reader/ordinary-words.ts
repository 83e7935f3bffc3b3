/** Words that startups and funds are named by, and that questions have anyway. */
import { FILLERS, LEXICON_WORDS } from './lexicon/lexicon.ts';
import { isNeutral } from './wording/neutral.ts';
import { SYNONYMS } from './wording/synonyms.ts';

/** A word of questions is no name by itself. */
export function isOrdinaryWord(word: string): boolean {
  return (
    FILLERS.has(word) ||
    LEXICON_WORDS.has(word) ||
    OF_SERVICE.has(word) ||
    SYNONYMS.has(word) ||
    isNeutral(word, false)
  );
}

/** What this service has; repositories are called so too. */
const OF_SERVICE = new Set(
  'access ai ledger edition editions registry badge badges feed feeds dossier agent agents api key keys data dataset docs web app sdk cli server servers paper digest method'.split(
    ' ',
  ),
);
