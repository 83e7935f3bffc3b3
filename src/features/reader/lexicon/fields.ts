/** Words for the fields of queries, from the table of fields. */
import { FIELDS } from '../../query/query-fields.ts';
import type { Row } from './asking.ts';

/** Names of fields that are words for the rows themselves. */
const SUBJECT_NAMES: ReadonlySet<string> = new Set(
  'acquisitions rounds companies acquired led backed investors startups exitKind by asks opened closes covered role kind state statement outcome'.split(
    ' ',
  ),
);

/** Names of fields as the table of fields has them, and the ones of the interface. */
export function fieldRows(): Row[] {
  const rows = new Map<string, Row>();
  for (const fields of Object.values(FIELDS))
    for (const { name, title, words } of fields) {
      if (name === 'name' || name === 'company' || name === 'year' || name === 'fund') continue;
      const isSubject = SUBJECT_NAMES.has(name);
      const apart = name.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=\d)(?=[A-Z])/g, ' ').toLowerCase();
      const own = [
        ...(isSubject ? [] : [name.toLowerCase(), apart]),
        ...((isSubject && title === name) || title === 'acquirer'
          ? []
          : [title.toLowerCase().replace(/[()]/g, '')]),
        ...(words?.split('|') ?? []),
      ].map((one) => one.trim());
      const known = rows.get(name)?.[1] ?? '';
      rows.set(name, [
        { kind: 'field', field: name },
        [...new Set([...known.split(' | ').filter(Boolean), ...own])].join(' | '),
      ]);
    }
  return [...rows.values()];
}
