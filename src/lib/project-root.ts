/** The project's root: the folder of its `package.json`. */
import { extname, join } from 'node:path';

/** Extension of the running modules: `.ts` in the sources, `.js` in the package. */
export const MODULE_EXTENSION = extname(import.meta.filename);

/** Compiled modules are one level deeper, in `dist/src/`; the data files are where they were. */
export const PROJECT_ROOT = join(
  import.meta.dirname,
  MODULE_EXTENSION === '.js' ? '../../..' : '../..',
);
