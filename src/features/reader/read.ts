/**
 * Reads a question about data as a typed query: words become meanings, neighbours are combined on a
 * chart, and the cheapest shape is taken: each part left unread or supplied has a cost.
 */
import type { EntityNames } from '../../published/entity-names.ts';
import type { Registry } from '../../registry/schema.ts';
import { TIME } from '../query/query-fields.ts';
import { asidesIn } from './asides.ts';
import { coversOf } from './chart.ts';
import { cheapestReading } from './choice.ts';
import { cuesIn } from './cues.ts';
import { Edges } from './edges.ts';
import { LOOSE_WORDS, PLAIN_WORDS } from './lexicon.ts';
import { type Item, partsOf } from './parts.ts';
import type { Times } from './times.ts';
import { type Token, textOf, tokensIn } from './tokens.ts';

const MAX_TOKENS = 60;
const YES_NO =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|am|isn|aren|doesn|don|didn|hasn|wasn|true|so)$/;

export class Reader {
  readonly #edges: Edges;
  readonly #times: Times;
  readonly #dealTimes: Times;

  /**
   * @param dealTimes reads times up to the newest deal, which may lie after the current week
   * @param ordinary words of English and of the documents: a name that is one of them may not be meant
   */
  constructor(
    registry: Registry,
    names: EntityNames,
    times: Times,
    dealTimes: Times,
    ordinary: Iterable<string>,
  ) {
    this.#edges = new Edges(registry, names, ordinary);
    this.#times = times;
    this.#dealTimes = dealTimes;
  }

  read(question: string) {
    const { tokens, corrections } = this.#edges.correct(tokensIn(question).slice(0, MAX_TOKENS));
    const understood = this.#readWith(tokens, this.#times, corrections);
    if (understood.outside === undefined) return understood;
    // Deals are known of days after the current week.
    const ofDeals = this.#readWith(tokens, this.#dealTimes, corrections);
    const { reading } = ofDeals;
    return reading && TIME[reading.query.subject] !== 'weekly' && reading.unread.length === 0
      ? ofDeals
      : understood;
  }

  #readWith(tokens: readonly Token[], times: Times, corrections: number) {
    const { base, all } = this.#edges.find(tokens, times);
    const words = tokens.map(({ word }) => word);
    const isIn = (list: ReadonlySet<string>) => (place: number) => list.has(words[place] ?? '');
    const covers = coversOf(all, tokens.length, isIn(PLAIN_WORDS), isIn(LOOSE_WORDS));
    const isYesNo = tokens.some(
      ({ clause, word }, place) => clause !== tokens[place - 1]?.clause && YES_NO.test(word),
    );
    const [cheapest] = covers;
    const parts = cheapest && partsOf(cheapest.edges, words, isYesNo);
    const asides = cheapest && asidesIn(cheapest, tokens, isYesNo);
    const time = parts?.items.find(({ key }) => key === 'time:future' || key === 'time:impossible');
    const missing = parts?.items.find(
      ({ from, meaning }) => meaning.kind === 'absent' && !asides?.has(tokens[from]?.clause ?? -1),
    )?.meaning;
    const unknown = (cheapest?.unread ?? [...tokens.keys()]).map((place) => textOf(tokens, place));
    return {
      reading: cheapestReading(covers, { tokens, base, isYesNo, corrections }),
      /** The thing that was asked for and is never recorded. */
      absent: missing?.kind === 'absent' ? missing.what : undefined,
      /** The reason why there is no data for the time asked about. */
      outside: time && outsideOf(time, tokens, this.#times.latestWeek),
      cues: cuesIn(tokens, parts, unknown),
    };
  }
}

function outsideOf({ key, from, to }: Item, tokens: readonly Token[], latestWeek: string): string {
  return key === 'time:future'
    ? `We don't forecast that; the latest week is ${latestWeek}.`
    : `“${textOf(tokens, from, to)}” is not in the calendar.`;
}
