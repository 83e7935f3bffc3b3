/** Where the project stands: the folder of its `package.json`. */
import { extname, join } from 'node:path';

/** Of the modules that run: `.ts` as they were written, or `.js` as the package holds them. */
export const MODULE_EXTENSION = extname(import.meta.filename);

/** Compiled modules are in `dist/src/`, and what they read stands where it stands in the sources. */
export const PROJECT_ROOT = join(
  import.meta.dirname,
  MODULE_EXTENSION === '.js' ? '../../..' : '../..',
);
