/** Publishes a span of weeks on a thread of its own; each period is told as soon as it is stored. */
import { parentPort } from 'node:worker_threads';
import { threadWork } from '../../lib/threads.ts';
import { publishSpan, type Span } from './publish-weeks.ts';

export default threadWork((span: Span) =>
  publishSpan(span, (period) => parentPort?.postMessage(period)),
);
