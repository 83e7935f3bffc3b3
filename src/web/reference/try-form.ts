/**
 * A form that calls an operation. Without scripts it opens the answer; the module `reference` shows
 * status, headers and body in place.
 */
import { type Html, html } from '../../lib/html.ts';
import type { DescribedOperation, DescribedParameter, Schema } from './document.ts';
import { examplePath } from './examples.ts';

export function tryForm(operation: DescribedOperation): Html {
  const { operationId: id, path, parameters, security } = operation;
  const fields = parameters.filter(({ in: location, description = '' }) => {
    const isOtherName = description.startsWith('Means the same as ');
    return location !== 'header' && !isOtherName;
  });
  const isReady = (field: DescribedParameter) =>
    field.in === 'query' && (field.required || field.example !== undefined);
  const ready = fields.filter(isReady);
  const others = fields.filter((field) => !isReady(field));
  const address = examplePath(operation).split('?')[0] ?? path;
  return html`<form class="try" action="${address}" method="get" data-path="${path}" aria-label="Try: ${operation.summary}">
${ready.map((field) => input(field, id, true))}${others.map((field) => input(field, id, false))}${
  security.length === 0
    ? null
    : html`<label for="${id}-key">Credit key</label><input id="${id}-key" data-key autocomplete="off" disabled placeholder="bw_…">\n`
}<button type="submit">${fields.length === 0 ? 'Open' : 'Try it'}</button>
<p class="status" role="status"></p>
</form>`;
}

/** @param isSent whether the field works without scripts; others are enabled by the module */
function input(
  { name, in: location, schema, example, required }: DescribedParameter,
  id: string,
  isSent: boolean,
): Html {
  const field = `${id}-${name}`;
  const value = example === undefined ? '' : String(example);
  const label = html`<label for="${field}">${name}</label>`;
  const choices = choicesOf(schema);
  const sent = html`${isSent ? html`name="${name}"` : html`data-name="${name}" data-in="${location}" disabled`}${required ? html` required` : null}`;
  if (choices)
    return html`${label}<select id="${field}" ${sent}>${required ? null : html`<option value="">–</option>`}${choices.map((choice) => html`<option${choice === value ? html` selected` : null}>${choice}</option>`)}</select>\n`;
  const { type, maxLength, minimum, maximum } = schema;
  const isNumber = type === 'integer' || type === 'number';
  const bounds = isNumber
    ? html` type="number"${minimum === undefined ? null : html` min="${minimum}"`}${maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? null : html` max="${maximum}"`}`
    : maxLength === undefined
      ? null
      : html` maxlength="${maxLength}"`;
  return html`${label}<input id="${field}" ${sent} value="${value}"${bounds} autocomplete="off">\n`;
}

function choicesOf(schema: Schema): readonly string[] | undefined {
  return schema.enum?.every((value) => typeof value === 'string')
    ? schema.enum.map(String)
    : undefined;
}
