/** A fixture over HTTP, for as long as a test runs. */
import type { TestContext } from 'node:test';
import { type Behaviour, gitOverHttp } from '../../../tools/git-http.ts';
import type { GitFixture } from './git-fixture.ts';

export type { Behaviour };

/**
 * Serves a fixture at `<url>/<owner>/<name>`.
 *
 * @param behave decides on each request by its path
 */
export async function serveGit(
  t: TestContext,
  fixture: GitFixture,
  behave?: (path: string) => Behaviour,
): Promise<string> {
  const server = await gitOverHttp(fixture.path, behave);
  t.after(server.close);
  return server.url;
}
