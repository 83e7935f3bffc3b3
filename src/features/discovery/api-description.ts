/** The addresses of the API, as listed in texts for machines. */

export type ApiAddress = {
  method: 'GET' | 'POST';
  /** Path parameters as `{name}`. */
  path: string;
  summary: string;
  tag: string;
  /**
   * Whether it can be called without credentials and input: it needs no key, and one of its examples
   * is empty.
   */
  answersBare: boolean;
  parameters: readonly {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description: string | undefined;
  }[];
};

export type ApiDescription = {
  tags: readonly { name: string; description: string }[];
  /** Without the paths under `/api/v1/`. */
  addresses: readonly ApiAddress[];
};

/** Whether it can be called without credentials and input. */
export function needsNoInput({ method, parameters, tag, answersBare }: ApiAddress): boolean {
  const isFree = tag !== 'Paid' && answersBare;
  return isFree && method === 'GET' && parameters.every(({ required }) => !required);
}

/** `/api/ask?q={q}`: the path with its required parameters. */
export function template({ path, parameters }: ApiAddress): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}={${name}}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
