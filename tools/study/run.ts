/**
 * The studies that the documents cite, from the shipped data.
 * Usage: npm run study (docs/method.md), npm run study -- raise (docs/study.md)
 */
import { chooseMethod } from './choose-method.ts';
import { studyRaises } from './raise/run.ts';

const [study, ...args] = process.argv.slice(2);
if (study === 'raise') await studyRaises(args);
else await chooseMethod();
