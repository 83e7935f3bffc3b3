import assert from 'node:assert/strict';

/** The error that work fails with, which is of a certain class. */
export async function rejection<E extends Error>(
  work: Promise<unknown>,
  of: abstract new (...parts: never[]) => E,
): Promise<E> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof of, String(error));
  return error;
}
