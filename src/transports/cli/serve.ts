/** `bellwether serve`: the service, until it is stopped. */
import { loadOperations } from '../../api/operation/all-operations.ts';
import { BellwetherError, messageOf, systemCode } from '../../lib/errors.ts';
import { loadEngine } from '../../pipeline/ledger/duckdb.ts';
import { writtenAt } from '../../pipeline/ledger/ledger.ts';
import { loadPages } from '../../web/page/all-pages.ts';
import { build } from '../build.ts';
import { createService, type Service } from '../http/server.ts';
import { defineCommand, note } from './command.ts';
import { onInterrupt } from './interrupts.ts';
import { openSales } from './operation-context.ts';
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
  const { port, host, redisUrl, logLevel, logsClientAddress, metricsPort, trustedProxies } =
    settings;
  let service: Service | undefined;
  const sales = await openSales(project, (reason) =>
    service?.log.error({ reason }, 'payments failed'),
  );
  const [operations, pages] = await Promise.all([
    loadOperations(),
    loadPages(),
    // Loading what writes Parquet would hold up all other requests.
    loadEngine().catch(() => undefined),
  ]);
  service = await createService({
    ...sales,
    logLevel,
    logsClientAddress,
    metricsPort,
    trustedProxies,
    site: project,
    operations,
    pages,
    limits: { redisUrl },
    build: await build(),
    collectedAt: () => writtenAt(folders.ledger),
  });
  // It logs its own failures.
  void service.prepare();
  await service.listen(port, host, sharesPort).catch(async (error: unknown) => {
    await service.close();
    throw cannotListen(error, { port, host, sharesPort });
  });
  const { books } = sales.payments;
  onInterrupt(() => {
    note('Stopping …');
    service
      ?.close()
      .then(() => books.close())
      .catch((error: unknown) => {
        note(messageOf(error));
        process.exitCode = 1;
      });
  });
  announce(project.baseUrl, service.periods());
}

function announce(baseUrl: string, periods: ReturnType<Service['periods']>): void {
  const served = periods
    ? `${periods[0]?.name} and ${periods.length - 1} earlier periods`
    : 'nothing yet; bellwether doctor says why';
  note(`\nBellwether serves ${served}`);
  note(`\n  Pages  ${baseUrl}/\n  API    ${baseUrl}/docs\n\nStop with Ctrl+C.`);
}

type Address = { port: number; host: string; sharesPort: boolean };

function cannotListen(error: unknown, { port, host, sharesPort }: Address): BellwetherError {
  // It may be the port for metrics.
  const refused = Object(error).port ?? port;
  const setting = refused === port ? 'PORT' : 'METRICS_PORT';
  const alone = sharesPort && refused === port ? ' and does not share it' : '';
  const reason =
    systemCode(error) === 'EADDRINUSE'
      ? `another program listens on port ${refused}${alone}; choose one with ${setting}=…`
      : messageOf(error);
  return new BellwetherError('cannot-listen', `Cannot serve on ${host}:${refused}: ${reason}.`);
}
