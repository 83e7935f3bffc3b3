/** The shipped publication examined in process: its questions, tables and answers. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import { answerTo } from '../../src/features/answers/answer-question.ts';
import { gitHubStars } from '../../src/features/scout/star-source.ts';
import { HostingService } from '../../src/hosting/hosting-service.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import type { Published } from '../../src/published/published.ts';
import { createService } from '../../src/transports/http/server.ts';
import { loadPages } from '../../src/web/page/all-pages.ts';
import {
  type Answerer,
  type Question,
  readQuestions,
} from '../../tools/questions/examination/judge.ts';
import { readTables, type Tables } from '../../tools/questions/examination/tables.ts';
import { shippedStore } from '../../tools/shipped.ts';

const FOLDER = join(PROJECT_ROOT, 'tools', 'questions', 'examination');

/** All questions that may be fitted to. */
export async function fittingQuestions(): Promise<Question[]> {
  const names = await readdir(FOLDER);
  const files = names.filter((name) => name.startsWith('fitting')).toSorted();
  return (await Promise.all(files.map((name) => readQuestions(join(FOLDER, name))))).flat();
}

/** Tables in which the judge looks up truths, read from a service that is started for it. */
export async function shippedTables(): Promise<Tables> {
  const { site } = await shippedStore();
  const service = await createService({
    site,
    operations: await loadOperations(),
    pages: await loadPages(),
    stars: gitHubStars(new HostingService({ tokens: [], apiUrl: 'http://127.0.0.1:1' })),
    logLevel: 'silent',
    limits: 'off',
    maxEventLoopDelayMs: 0,
  });
  const { port } = await service.listen(0, '127.0.0.1');
  try {
    return await readTables({ baseUrl: `http://127.0.0.1:${port}` });
  } finally {
    await service.close();
  }
}

/** The answers of `/api/answer`, as a function. */
export const answerer =
  (published: Published): Answerer =>
  async (question) => {
    const answer = await answerTo(question, published);
    if (!answer.found) return { found: false, text: '', confidence: answer.confidence };
    const rows = answer.facts.map(({ claim }) => claim);
    return { found: true, text: answer.answer, confidence: answer.confidence, rows };
  };
