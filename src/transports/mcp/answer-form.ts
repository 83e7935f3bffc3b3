/**
 * Which response formats a client accepts (RFC 9110, section 12.5.1). The protocol requires clients
 * to list both; one that lists neither gets the simpler one.
 */
import { weightsOf } from '../http/accepted.ts';
import { JSON_TYPE } from '../json-rpc/rpc-route.ts';

export const STREAM_TYPE = 'text/event-stream';

type Accepted = {
  json: boolean;
  stream: boolean;
  /** Whether the event stream is listed by name, not just matched by a wildcard. */
  namesStream: boolean;
};

/** Without the header, anything is accepted. */
export function accepted(header: string | undefined): Accepted {
  const weights = weightsOf(header === undefined || header.trim() === '' ? '*/*' : header);
  return {
    json: accepts(weights, JSON_TYPE),
    stream: accepts(weights, STREAM_TYPE),
    namesStream: (weights.get(STREAM_TYPE) ?? 0) > 0,
  };
}

/** The most specific range that matches a type decides. */
function accepts(weights: ReadonlyMap<string, number>, type: string): boolean {
  const family = `${type.split('/')[0]}/*`;
  return (weights.get(type) ?? weights.get(family) ?? weights.get('*/*') ?? 0) > 0;
}

export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith(STREAM_TYPE) === true;
}

export async function withoutStream(response: Response): Promise<Response> {
  if (!isStream(response)) return response;
  const events = (await response.text()).split('\n').filter((line) => line.startsWith('data:'));
  const headers = { 'content-type': `${JSON_TYPE}; charset=utf-8` };
  return new Response(events.at(-1)?.replace(/^data: ?/, ''), { headers });
}
