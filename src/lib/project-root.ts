/** Where the project stands: the folder of its `package.json`. */
import { join } from 'node:path';

export const PROJECT_ROOT = join(import.meta.dirname, '..', '..');
