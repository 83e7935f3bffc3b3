/** The example publication, published for the address that it is served at, so that links lead back. */
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import { gitHubStars } from '../../src/features/scout/star-source.ts';
import { HostingService } from '../../src/hosting/hosting-service.ts';
import { publish } from '../../src/pipeline/edition/publish.ts';
import { createService } from '../../src/transports/http/server.ts';
import { loadPages } from '../../src/web/page/all-pages.ts';
import { freePort } from '../../tools/free-port.ts';
import { gitHubServer } from '../support/github.ts';
import { examplePublication, siteOf, TEN_WEEKS } from '../support/publication.ts';
import { temporaryFolder } from '../support/temporary.ts';

export type OwnService = { origin: string; mcp: string; stop: () => Promise<void> };

export async function serveAtOwnAddress(): Promise<OwnService> {
  // Chosen in advance, because the published pages contain it.
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const gitHub = await gitHubServer({ octocat: [['acorn/core', '2024-09-02T10:00:00Z']] });
  const options = {
    ...(await examplePublication(await temporaryFolder(), TEN_WEEKS)),
    baseUrl: origin,
  };
  await publish(options);
  const service = await createService({
    site: siteOf(options),
    operations: await loadOperations(),
    pages: await loadPages(),
    stars: gitHubStars(new HostingService({ tokens: [], apiUrl: gitHub.url })),
    logLevel: 'silent',
    limits: 'off',
    maxEventLoopDelayMs: 0,
  });
  await service.listen(port, '127.0.0.1');
  return { origin, mcp: `${origin}/api/mcp/rpc`, stop: () => service.close() };
}
