/** Answers as GitHub describes them: from the examples of its API's description, and checked by it. */
import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import description from './description.json' with { type: 'json' };

export type DescribedPath = keyof typeof description.answers;

const ajv = new Ajv({ strict: false, validateFormats: false, discriminator: false });
const validators = new Map<string, ValidateFunction>();

/** The published example of an answer; of a list, its first entry. */
export function exampleOf(path: DescribedPath): Record<string, unknown> {
  const { example } = description.answers[path];
  return structuredClone(Array.isArray(example) ? example[0] : example) as Record<string, unknown>;
}

/** The body, once it was compared with the description. */
export function described(path: DescribedPath, body: unknown): unknown {
  const validate = validators.get(path) ?? compileValidator(path);
  const faults = validate(body) ? '' : ajv.errorsText(validate.errors);
  assert.equal(faults, '', `${path} is not answered as described`);
  return body;
}

function compileValidator(path: DescribedPath): ValidateFunction {
  const { components } = description;
  const validate = ajv.compile({ components, ...(description.answers[path].schema as object) });
  validators.set(path, validate);
  return validate;
}
