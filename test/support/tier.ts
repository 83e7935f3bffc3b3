/** Whether this run is `npm run test:integration`, which may need more than npm. */
export const IS_INTEGRATION = process.env['TEST_TIER'] === 'integration';

/** Why a test is skipped whose program is missing; with CI set, nothing is skipped, and it fails. */
export function skipUnless(isThere: boolean, missing: string): false | string {
  return isThere || process.env['CI'] !== undefined ? false : missing;
}
