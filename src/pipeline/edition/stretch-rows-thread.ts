/** Reads a part of a stretch's rows on a thread of its own, into memory that all threads see. */
import { threadWork } from '../../lib/threads.ts';
import { readPart } from './stretch-rows.ts';

export default threadWork(readPart);
