/** `bellwether serve`: the service, until it is stopped. */
import { loadOperations } from '../../api/operation/all-operations.ts';
import { BellwetherError, messageOf, systemCode } from '../../lib/errors.ts';
import { loadEngine } from '../../pipeline/ledger/duckdb.ts';
import { writtenAt } from '../../pipeline/ledger/ledger.ts';
import { Editions } from '../../published/editions.ts';
import { loadPlot } from '../../web/charts/plot.ts';
import { loadPages } from '../../web/page/all-pages.ts';
import { build } from '../build.ts';
import { createService, type Service } from '../http/server.ts';
import { defineCommand, note } from './command.ts';
import { onInterrupt } from './interrupts.ts';
import { configuredPayments, sources } from './operation-context.ts';
import { openProject, type Project } from './project.ts';

export const SHARE_PORT =
  'let further processes listen on PORT; each has its own metrics and, without REDIS_URL, its own limits';

export function command() {
  return defineCommand(
    'serve',
    'Serves the published editions at HOST:PORT and picks up new ones while it runs. On SIGINT or SIGTERM, finishes the requests under way and stops.',
    'bellwether serve',
    'bellwether serve --share-port    started once for each core',
    'PORT=9000 BASE_URL=https://signals.example.org bellwether serve',
  )
    .option('--share-port', SHARE_PORT)
    .action(async ({ sharePort }) => serve(await openProject(), sharePort));
}

export async function serve(project: Project, sharesPort = false): Promise<void> {
  const { settings, folders } = project;
  const { logLevel, logsClientAddress, metricsPort, trustedProxies, ...others } = settings;
  const { port, host, redisUrl } = others;
  const key = (await project.onlyServes()) ? undefined : await servingKey(project);
  let service: Service | undefined;
  const transactions = await project.books();
  const payments = await configuredPayments(
    project,
    (reason) => service?.log.error({ reason }, 'payments failed'),
    transactions,
  );
  const [operations, pages] = await Promise.all([
    loadOperations(),
    loadPages(),
    // Loading what draws and what writes Parquet would hold up all other requests.
    loadPlot(),
    loadEngine().catch(() => undefined),
  ]);
  service = await createService({
    ...sources(project, transactions),
    ...{ operations, pages, payments },
    ...{ logLevel, logsClientAddress, metricsPort, trustedProxies, limits: { redisUrl } },
    site: project,
    publicKeyPem: key?.publicKeyPem,
    build: await build(),
    collectedAt: () => writtenAt(folders.ledger),
  });
  // It logs its own failures.
  void service.prepare();
  await service.listen(port, host, sharesPort).catch(async (error: unknown) => {
    await service.close();
    throw cannotListen(error, { port, host, sharesPort });
  });
  stopOnSignals(async () => {
    await service.close();
    await payments.books.close();
  });
  if (sharesPort && redisUrl === undefined)
    note('Limits hold for each process by itself; with REDIS_URL, for all that share the port.');
  await announce(project);
}

/** A damaged catalog does not prevent the start: the service says what is wrong until it is mended. */
async function servingKey(project: Project) {
  return project.signingKey().catch((error: unknown) => {
    if (error instanceof BellwetherError && error.code === 'editions-damaged') return undefined;
    throw error;
  });
}

/** The part of the greeting about the periods that are served, or why none is. */
async function describePeriods({ store }: Project): Promise<string> {
  try {
    const periods = (await Editions.open(store))?.periods;
    if (!periods) return 'nothing yet; run bellwether publish';
    return `${periods[0]?.name} and ${periods.length - 1} earlier periods`;
  } catch (error) {
    return `nothing: ${messageOf(error)}`;
  }
}

async function announce(project: Project): Promise<void> {
  const { baseUrl } = project;
  note(`
Bellwether serves ${await describePeriods(project)}

  Page      ${baseUrl}/
  Signals   ${baseUrl}/api/signals.json
  Startup   ${baseUrl}/api/signal?company=langfuse
  Dataset   ${baseUrl}/api/dataset.jsonl
  OpenAPI   ${baseUrl}/api/openapi.json

Stop with Ctrl+C.`);
}

type Address = { port: number; host: string; sharesPort: boolean };

function cannotListen(error: unknown, { port, host, sharesPort }: Address): BellwetherError {
  // It may be the port for metrics.
  const refused = Object(error).port ?? port;
  const setting = refused === port ? 'PORT' : 'METRICS_PORT';
  const alone = sharesPort && refused === port ? ' and does not share it' : '';
  const why: Record<string, string> = {
    EADDRINUSE: `another program listens on port ${refused}${alone}; choose one with ${setting}=…`,
    EACCES: `port ${refused} may not be used; choose one from 1024 up with PORT=…`,
    EADDRNOTAVAIL: `this machine has no address ${host}; set HOST`,
    ENOTSUP:
      'this system does not share a port between processes; leave out --share-port, give each process a PORT of its own, and put a proxy before them',
  };
  return new BellwetherError(
    'cannot-listen',
    `Cannot serve on ${host}:${refused}: ${why[systemCode(error) ?? ''] ?? messageOf(error)}.`,
  );
}

function stopOnSignals(stop: () => Promise<void>): void {
  onInterrupt(async () => {
    note('Stopping …');
    try {
      await stop();
    } catch (error) {
      note(messageOf(error));
      process.exitCode = 1;
    }
  });
}
