/** The test files that test/support/suites.ts names. */
import { runSuite } from '../support/suites.ts';

runSuite(import.meta.filename);
