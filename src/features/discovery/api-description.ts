/** The addresses of the API, as the texts for machines show them. */

export type ApiAddress = {
  method: 'GET' | 'POST';
  /** With `{name}` for parameters in the path. */
  path: string;
  summary: string;
  tag: string;
  /** Whether it answers without being given anything: no key, and one of its examples is empty. */
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
  /** Without the mirrors under `/api/v1/`. */
  addresses: readonly ApiAddress[];
};

/** Whether it answers without being given anything. */
export function takesNothing({ method, parameters, tag, answersBare }: ApiAddress): boolean {
  const isFree = tag !== 'Paid' && answersBare;
  return isFree && method === 'GET' && parameters.every(({ required }) => !required);
}

/** `/api/ask?q={q}`: the address with its required parameters. */
export function template({ path, parameters }: ApiAddress): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}={${name}}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
