import { Command } from 'commander';
import { loadOperations } from '../../api/operation/all-operations.ts';
import type { Config } from '../../lib/config/config.ts';
import { BellwetherError, messageOf, systemCode } from '../../lib/errors.ts';
import type { Payments } from '../../payments/payments.ts';
import { operatorKey } from '../../pipeline/edition/operator-key.ts';
import { inputsFingerprint } from '../../pipeline/edition/publish.ts';
import { writtenAt } from '../../pipeline/ledger/ledger.ts';
import { ownStamp } from '../../registry/own-company.ts';
import type { Registry } from '../../registry/schema.ts';
import { loadPages } from '../../web/page/all-pages.ts';
import { build } from '../build.ts';
import { createService, type Service } from '../http/server.ts';
import { configuredPayments, cycleSource, starSource } from './operation-context.ts';
import { examples } from './options.ts';
import {
  currentLedger,
  currentRegistry,
  editionStore,
  openProject,
  ownLedger,
  ownRegistry,
  renderedFolder,
} from './project.ts';
import { publishEditions } from './publish.ts';
import { superviseSchedule } from './schedule.ts';
import { note } from './terminal.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .summary('serve what is published')
    .description(
      'Serves the published editions at HOST:PORT and takes up new ones while it runs. Stops on SIGINT or SIGTERM after the answers under way.',
    )
    .addHelpText(
      ...examples(
        'bellwether serve',
        'PORT=9000 BASE_URL=https://signals.example.org bellwether serve',
      ),
    )
    .action(async () => {
      const { settings, registry } = await openProject();
      await serve(settings, registry);
    });
}

export function startCommand(): Command {
  return new Command('start')
    .summary('publish if needed, then serve')
    .description(
      'Publishes when nothing is published yet or registry, ledger or method have changed since, then serves. What `npm start` does.',
    )
    .option('--schedule', 'also run the scheduler, in a process of its own (bellwether schedule)')
    .addHelpText(
      ...examples(
        'bellwether start',
        'PORT=9000 bellwether start',
        'bellwether start --schedule      and stay current, week by week',
      ),
    )
    .action(async ({ schedule }: { schedule?: true }) => {
      const { settings, registry } = await openProject();
      const ledger = await currentLedger(settings);
      const store = editionStore(settings);
      // Before anything is computed: a lost key is for the operator to find.
      await operatorKey(store, settings.dataFolder);
      const published = await store.catalog();
      const inputs = inputsFingerprint({ ledger, registry, baseUrl: settings.baseUrl });
      if (published?.inputs !== inputs) await publishEditions(settings, registry, ledger);
      await serve(settings, registry, schedule ? superviseSchedule : undefined);
    });
}

/** @param alongside started with the service; what it returns ends it */
async function serve(
  settings: Config,
  registry: Registry,
  alongside?: () => () => Promise<void>,
): Promise<void> {
  const { port, host, baseUrl, dataFolder, logLevel, logsClientAddress, metricsPort } = settings;
  const { trustedProxies, redisUrl, operator } = settings;
  const store = editionStore(settings);
  const { publicKeyPem } = await operatorKey(store, dataFolder);
  let service: Service | undefined;
  const payments = await configuredPayments(settings, registry, (reason) =>
    service?.log.error({ reason }, 'payments failed'),
  );
  const [operations, pages] = await Promise.all([loadOperations(), loadPages()]);
  service = await createService({
    store,
    registry,
    currentRegistry: await followRegistry(registry, settings),
    baseUrl,
    operator,
    operations,
    pages,
    stars: starSource(settings),
    cycle: cycleSource(settings),
    publicKeyPem,
    logLevel,
    logsClientAddress,
    metricsPort,
    build: await build(),
    collectedAt: () => writtenAt(ownLedger(dataFolder)),
    limits: { redisUrl },
    trustedProxies,
    payments,
    kept: { folder: renderedFolder(dataFolder), maxBytes: settings.disk.maxRendered },
  });
  await listen(service, port, host);
  stopOnSignals(service, payments, alongside?.());
  const editions = (await store.catalog())?.editions ?? [];
  // The current period is the last whole one; what is known of later ones is looked up by name.
  const whole = editions.filter(({ isPartial }) => !isPartial);
  const current = whole.at(-1);
  note(`
Bellwether serves ${current ? `${current.name} and ${whole.length - 1} earlier periods` : 'nothing yet; run bellwether publish'}

  Page      ${baseUrl}/
  Signals   ${baseUrl}/api/signals.json
  Startup   ${baseUrl}/api/signal?company=langfuse
  Dataset   ${baseUrl}/api/dataset.jsonl
  OpenAPI   ${baseUrl}/api/openapi.json

Stop with Ctrl+C.`);
}

/** What `bellwether track` and `untrack` change is read with the next publication. */
async function followRegistry(first: Registry, settings: Config): Promise<() => Promise<Registry>> {
  let registry = first;
  let stamp = await ownStamp(ownRegistry(settings.dataFolder));
  return async () => {
    const now = await ownStamp(ownRegistry(settings.dataFolder));
    if (now !== stamp) registry = await currentRegistry(settings);
    stamp = now;
    return registry;
  };
}

async function listen(service: Service, port: number, host: string): Promise<void> {
  try {
    await service.listen(port, host);
  } catch (error) {
    await service.close();
    // It may be the port for metrics.
    const refused = Object(error).port ?? port;
    const why: Record<string, string> = {
      EADDRINUSE: `another program listens on port ${refused}; choose one with ${refused === port ? 'PORT' : 'METRICS_PORT'}=…`,
      EACCES: `port ${refused} may not be used; choose one from 1024 up with PORT=…`,
      EADDRNOTAVAIL: `this machine has no address ${host}; set HOST`,
    };
    throw new BellwetherError(
      'cannot-listen',
      `Cannot serve on ${host}:${refused}: ${why[systemCode(error) ?? ''] ?? messageOf(error)}.`,
    );
  }
}

function stopOnSignals(
  service: Service,
  payments: Payments,
  endAlongside: () => Promise<void> = async () => undefined,
): void {
  const stop = async () => {
    note('Stopping …');
    try {
      await Promise.all([service.close(), endAlongside()]);
      await payments.books.close();
    } catch (error) {
      note(messageOf(error));
      process.exitCode = 1;
    }
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}
