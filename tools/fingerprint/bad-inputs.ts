/** Five ways in which a request for an operation is malformed. */

const TOO_LONG = 'x'.repeat(3000);
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * @param path a valid address
 * @param parameter the name of a query parameter; undefined if it has none
 */
export function malformedAddresses(path: string, parameter = 'period'): string[] {
  const [address = '', query = ''] = path.split('?');
  const others = new URLSearchParams(query);
  others.delete(parameter);
  const start = `${address}?${others}${others.size > 0 ? '&' : ''}`;
  return [
    `${start}unexpected=1`,
    `${start}${parameter}=a&${parameter}=b`,
    `${start}${parameter}=`,
    `${start}${parameter}=${TOO_LONG}`,
    `${start}${parameter}=%FF%00`,
  ];
}

export const MALFORMED_BODIES: readonly RequestInit[] = [
  { method: 'POST', headers: JSON_TYPE, body: '{"unfinished":' },
  { method: 'POST', headers: JSON_TYPE, body: '[1, "two", null]' },
  { method: 'POST', headers: JSON_TYPE, body: '{}' },
  { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ unexpected: TOO_LONG }) },
  { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' },
];
