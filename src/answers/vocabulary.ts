/** Ordinary words that ask the same. The field's own terms and their synonyms are the glossary's. */
import { stem } from './words.ts';

/** In each group any word may stand for any other. */
const SAME: readonly string[] = [
  'calculate compute determine derive',
  'choose select pick',
  'cost price charge expensive fee',
  'pay paid',
  'startup company firm business',
  'website site',
  'update refresh',
  'often frequently',
  'figure number',
  'game manipulate cheat inflate',
  'wrong error mistake incorrect',
  'spreadsheet excel sheets',
  'privacy personal gdpr',
  'funding funded fundraising raise',
  'differ difference versus vs',
  'mean meaning definition define',
  'biggest largest',
  'fast quick speed quickly',
  'need require requirement',
  'host install deploy',
  'missing absent',
  'earlier past previous older',
  'begin start',
  'recognise recognize identify detect',
  'repository repo',
  'duplicate twice double',
  'include count counted',
  'verify check',
  'reference cite citation',
  'make build develop',
  'list show',
  'developer engineer programmer',
  'trend history developed',
  'percentage percent share',
  'source origin',
];

/** Turns of several words, as the one word that says the same. */
const TURNS: readonly (readonly [RegExp, string])[] = [
  [/\btime zones?\b/g, 'timezone'],
  [/\bwork(?:ed)? out\b/g, 'computed'],
  [/\bhow (?:large|big)\b/g, 'what size'],
  [/\bhow many\b/g, 'what number'],
  [/\b(?:six months|half a? ?year)\b/g, 'year'],
  [/\b(?:large )?language models?\b/g, 'llm'],
  [/\bopen source\b/g, 'opensource'],
  [/\bclosed source\b/g, 'private'],
];

const REPRESENTATIVE: ReadonlyMap<string, string> = new Map(
  SAME.flatMap((group) => {
    const [first = '', ...others] = group.split(' ').map(stem);
    return others.map((other): [string, string] => [other, first]);
  }),
);

/** The stem that stands for all stems that ask the same. */
export function representative(word: string): string {
  return REPRESENTATIVE.get(word) ?? word;
}

/** Lower-case text with turns of several words replaced. */
export function withoutTurns(text: string): string {
  return TURNS.reduce((changed, [turn, word]) => changed.replace(turn, word), text);
}
