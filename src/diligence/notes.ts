/** What the facts of a dossier do not show by themselves, in sentences. */
import { foldKey } from '../registry/fold.ts';
import type { Entities, Entity } from './entities.ts';

/** Says so when the entity was asked for by a name that it has no more. */
export function nameNotes(text: string, { name, formerly }: Entity): string[] {
  const former = formerly.find((one) => foldKey(one) === foldKey(text));
  return former === undefined ? [] : [`${former} is a former name of ${name}.`];
}

/** What a list of deals does not show by itself. */
export function dealNotes({ acquiredBy, acquisitionsMade }: Entity, entities: Entities): string[] {
  return [...acquiredBy, ...acquisitionsMade].flatMap((deal) => {
    const acquirer = entities.nameOf(deal.acquirer);
    const acquired = entities.nameOf(deal.acquired);
    const since = deal.announcedOn === null ? '' : ` of ${deal.announcedOn}`;
    return [
      ...(deal.terminatedOn === null
        ? []
        : [
            `The agreement${since} for ${acquirer} to acquire ${acquired} was called off on ${deal.terminatedOn}; it never closed.`,
          ]),
      ...(deal.acquiredAs === undefined
        ? []
        : [`${acquired} was called ${deal.acquiredAs} when ${acquirer} acquired it.`]),
    ];
  });
}
