/** Publishes a span of weeks on a thread of its own; each period is told as soon as it is stored. */
import { parentPort } from 'node:worker_threads';
import { publishSpan, type Span } from './publish-weeks.ts';

export default function publishOnThread(span: Span): Promise<void> {
  return publishSpan(span, (period) => parentPort?.postMessage(period));
}
