/** Signs of the subject of a question, read or not: whether prose may answer it. */
import type { Parts } from './parts.ts';
import type { Token } from './tokens.ts';

export type Cues = ReturnType<typeof cuesIn>;

const PROSE =
  /^(?:how (?:do|does|is|are|can|could|should|would|to|did|come|long|often|far)\b(?! (?:it|they|\w+) (?:rank|compare|stack))|why\b|can (?:i|we|you|it|anyone|one)|could (?:i|we|you)|may i|might i|do (?:you|i|we)|does (?:it|the|this|a|an|any|bellwether|your)|are (?:you|there|the|your|these)|is (?:it|there|this|the|your|bellwether)|what (?:would|makes|does it take)\b|what (?:does .* mean|exactly is|happens|if|is (?:a|an|the (?:difference|definition|meaning|point|purpose|licen[cs]e|rate limit|api))|do you)|where (?:do|does|can|is|are) (?:i|you|the|your)|who (?:runs|operates|made|makes|owns|is behind|are you)|explain|define|definition|meaning|i (?:want|need|would like|am building|found|think)|should i|would (?:a|you|it))\b/;
const STRONG =
  /\b(?:bellwether|calculated?|computed?|defined?|definition|derived|put together|made up of|worked out|in plain (?:words|english)|what (?:do|does|did|exactly)\b.*\bmeant?|what is meant|meaning of|stand for|goes into|count(?:ed|s)? as|get counted|how do (?:you|i|we) (?!rank|compare)|do you (?:count|include|use|offer|have|see|treat|store|keep|publish|sell|support)|(?:are|is) .* (?:counted|included|excluded|filtered|considered)\b|merge commits?|methodology|agent.authored.*agent.assisted|threshold|when is an?|formula|weight(?:s|ed)?)\b/;
const SELECTS = /^(?:which|who|whose|list|show|name|how many|find|give me)\b/;

export function cuesIn(
  tokens: readonly Token[],
  parts: Parts | undefined,
  unknown: readonly string[],
) {
  const text = tokens.map(({ word }) => word).join(' ');
  const has = (...keys: string[]) => keys.some((key) => parts?.has(key) === true);
  const isOfService = STRONG.test(text);
  const asksProse =
    isOfService ||
    PROSE.test(text) ||
    (parts?.isYesNo === true && parts.names.length === 0 && !parts.has('subject'));
  const isFiltered = has('value', 'sector', 'condition', 'role', 'order', 'nth', 'bound');
  const asksFigures =
    has('measure', 'order', 'nth', 'per', 'act', 'condition') &&
    has('subject', 'field') &&
    !has('time:future');
  const startups = (parts?.startups ?? []).filter(({ isWord }) => !isWord).map(({ slug }) => slug);
  const isOfTime =
    parts?.time !== undefined &&
    parts.time.kind !== 'all' &&
    parts.time.kind !== 'future' &&
    !asksProse;
  const isPicked = SELECTS.test(text) || has('order', 'nth', 'trending');
  const selects = SELECTS.test(text) && has('subject:startup', 'subject:company') && isFiltered;
  const names = (parts?.names ?? []).filter(({ isWord }) => !isWord);
  const isSure =
    (selects && !asksProse) || (has('condition', 'bound') && !asksProse) || startups.length > 0;
  return {
    /** Words that no table has. */
    unknown,
    /** Slugs of the startups that are named. */
    startups,
    /** Names of the organizations that are named, which are no startups. */
    organizations: names.filter(({ entity }) => entity !== 'startup').map(({ name }) => name),
    /** It names a company or a time, or picks startups: prose does not answer it. */
    isAboutData:
      isSure || (isOfTime && has('field', 'subject')) || (names.length > 0 && !asksProse),
    /** It asks for figures, an order or a deal, in words that prose has too. */
    asksFigures,
    /** It picks or orders, or names a time, and does not ask for prose, which is unsure to answer it. */
    selectsRows:
      !asksProse && (isFiltered || parts?.time !== undefined || has('measure', 'act', 'ask:who')),
    /** It picks startups or others by an order, or asks who. */
    picks: isPicked && !asksProse,
    /** It asks how, why, or what something means, or what the reader may do. */
    asksProse,
    /** It asks how something is done or meant: no number answers it. */
    isOfService: isOfService && (parts?.names ?? []).every(({ isWord }) => isWord),
    asksWhy: /^(?:why|how come|for what reason)\b/.test(text),
    /** It names another time than this week and the change since the last one. */
    isOfOtherTime: parts?.datedTimes.some(({ from }) => from !== 'latest-1') === true,
    /** An unknown word is written like a name. */
    namesStranger: tokens.some(
      ({ text: written, isCapital }) =>
        unknown.includes(written) &&
        (isCapital || /^[a-z]+\d+[a-z]+$/i.test(written)) &&
        !/^[A-Z]+s?$/.test(written),
    ),
  };
}
