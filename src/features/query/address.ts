/** The address of a query: one for everything that means the same. */
import { conditionText } from './condition-text.ts';
import { type Condition, QUERY_FIELDS, type Query } from './query.ts';

const QUERY_PATH = '/api/query';

/** @param canonical as `planOf` writes it */
export function queryPath(canonical: Query): string {
  const fields = Object.keys(QUERY_FIELDS) as (keyof Query)[];
  const parameters = fields.flatMap((field) => {
    const value = canonical[field];
    return value === undefined ? [] : [`${field}=${encoded(textOf(value))}`];
  });
  return `${QUERY_PATH}?${parameters.join('&')}`;
}

function textOf(value: NonNullable<Query[keyof Query]>): string {
  if (!Array.isArray(value)) return String(value);
  const conditions = value.filter((one): one is Condition => typeof one === 'object');
  return conditions.length > 0 ? conditionText(conditions) : value.join(',');
}

/** Leaves what needs no coding in a query readable (RFC 3986, section 3.4). */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2C|3A|3B|3D|2F)/g, decodeURIComponent);
}
