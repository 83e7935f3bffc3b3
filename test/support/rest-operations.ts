/** The operations that are served over HTTP, for tests that are described from them. */
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import { restOperations } from '../../src/api/operation/operation.ts';

export const OPERATIONS = restOperations(await loadOperations());
