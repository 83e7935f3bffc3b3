/** The test files that test/support/suites.ts names. */
import { runSuite } from '../support/suites.ts';

await runSuite(import.meta.filename);
