/** Where the compiler of Solidity is. */
import './installed.ts';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'node_modules', 'solc');
export const SOLC = { packageFile: join(FOLDER, 'package.json'), program: join(FOLDER, 'solc.js') };
