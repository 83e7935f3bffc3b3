/** Notes in a dossier: former names, terminated agreements, and what is unknown. */
import { counted, listed } from '../../lib/prose.ts';
import { foldKey } from '../../registry/fold.ts';
import { MAX_STAGE_MONTHS } from '../../registry/stage.ts';
import type { Entities, Entity } from './entities.ts';

/** A note if the entity was requested by a former name or slug. */
export function nameNotes(text: string, { name, slug, formerly, formerSlugs }: Entity): string[] {
  if (formerSlugs.includes(text)) return [`${text} is a former slug of ${name}, now ${slug}.`];
  const former = formerly.find((one) => foldKey(one) === foldKey(text));
  return former === undefined ? [] : [`${former} is a former name of ${name}.`];
}

/** Notes on terminated acquisitions, and on former names of acquired companies. */
export function dealNotes({ acquiredBy, acquisitionsMade }: Entity, entities: Entities): string[] {
  return [...acquiredBy, ...acquisitionsMade].flatMap((deal) => {
    const acquirer = entities.nameOf(deal.acquirer);
    const acquired = entities.nameOf(deal.acquired);
    const when = deal.announcedOn === null ? '' : ` of ${deal.announcedOn}`;
    return [
      ...(deal.terminatedOn === null
        ? []
        : [
            `The agreement${when} for ${acquirer} to acquire ${acquired} was called off on ${deal.terminatedOn}; it never closed.`,
          ]),
      ...(deal.acquiredAs === undefined
        ? []
        : [`${acquired} was called ${deal.acquiredAs} when ${acquirer} acquired it.`]),
    ];
  });
}

/** Facts about a tracked startup that the registry lacks, in plain sentences. */
export function notKnownOf(entity: Entity): string[] {
  if (!entity.company) return [];
  const { name, company, status, rounds, valuations } = entity;
  const without = (missing: (round: Entity['rounds'][number]) => boolean) =>
    listed(rounds.filter(missing).map(({ round }) => round));
  const undated = without(({ announcedOn, closedOn }) => (announcedOn ?? closedOn) === null);
  const sumless = without(({ amount }) => amount === null);
  const leaderless = without(({ investors }) => !investors.some(({ role }) => role === 'lead'));
  const baseless = valuations.filter(({ basis }) => basis === null).length;
  return [
    ...(status?.status === 'active'
      ? ['No exit is documented, which does not show that there was none.']
      : []),
    ...stageNote(entity),
    ...(rounds.length === 0 ? [`No funding round of ${name} is documented.`] : []),
    ...(undated === '' ? [] : [`No source dates ${undated}.`]),
    ...(sumless === '' ? [] : [`No source states the amount of ${sumless}.`]),
    ...(leaderless === '' ? [] : [`No source says who led ${leaderless}.`]),
    ...(baseless === 0
      ? []
      : [
          `Of ${counted(baseless, 'valuation')} no source says whether the money of the round is in it.`,
        ]),
    ...(company.founded === null ? ['No source in the registry says when it was founded.'] : []),
  ];
}

function stageNote({ status, stage }: Entity): string[] {
  if (!stage || stage.stage !== null || stage.lastRound === undefined) return [];
  if (status?.exit) return ['A company has no stage after an exit.'];
  const { round, announcedOn } = stage.lastRound;
  const when = announcedOn === null ? ', undated' : ` of ${announcedOn}`;
  return [
    `The stage is not known: the last known round is its ${round}${when}, and only rounds of the last ${MAX_STAGE_MONTHS} months that are called after a stage show one.`,
  ];
}
