/** What kind of answer a question asks for, whatever it is about: two that differ in it are seldom the same. */

export type QuestionType = {
  /** Who does it: whoever asks, or the service. */
  actor: 'asker' | 'service' | undefined;
  /** What the answer names. */
  asksFor: string | undefined;
};

const OF_ASKER = /\b(?:i|we|me|us|my|our|one|anyone|somebody)\b/i;
const OF_SERVICE = /\b(?:do|are|have|did|would|will|can|could|must) you\b/i;

/** The first that matches tells; “what” and “which” stand for anything. */
const ASKED_FOR: readonly (readonly [string, RegExp])[] = [
  [
    'time',
    /\bhow (?:often|frequently|regularly|fresh)\b|\bintervals?\b|^(?:since |until )?when\b/i,
  ],
  ['consequence', /\bwhat (?:happens|if|will happen|becomes)\b/i],
  ['person', /^(?:to |by )?(?:who|whom|whose)\b/i],
  ['reason', /\bwhy\b/i],
  ['place', /^(?:from )?where\b|\b(?:address|url|endpoint)\b/i],
];

const OTHER_ACTOR = 0.8;
const OTHER_ASKED = 0.8;

export function typeOf(question: string): QuestionType {
  const isOfAsker = OF_ASKER.test(question);
  const isOfService = OF_SERVICE.test(question);
  return {
    actor: isOfAsker === isOfService ? undefined : isOfAsker ? 'asker' : 'service',
    asksFor: ASKED_FOR.find(([, pattern]) => pattern.test(question))?.[0],
  };
}

/** How much two questions that share their words may still be the same one, 0 to 1. */
export function agreementOf(one: QuestionType, other: QuestionType): number {
  return (
    (differ(one.actor, other.actor) ? OTHER_ACTOR : 1) *
    (differ(one.asksFor, other.asksFor) ? OTHER_ASKED : 1)
  );
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
