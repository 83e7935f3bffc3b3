import { Command } from 'commander';
import type { Config } from '../../config.ts';
import { inputsFingerprint } from '../../pipeline/edition/publish.ts';
import { signingKey } from '../../pipeline/edition/signing.ts';
import { BellwetherError, messageOf, systemCode } from '../../lib/errors.ts';
import { loadOperations } from '../../operations/index.ts';
import type { Payments } from '../../payments/payments.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import type { Registry } from '../../registry/schema.ts';
import { gitHubStars } from '../../scout/star-source.ts';
import { createService, type Service } from '../../faces/http/server.ts';
import { loadPages } from '../../faces/pages/index.ts';
import { configuredPayments } from '../../faces/cli/payments.ts';
import { config, currentLedger, editionStore, REGISTRY_FOLDER } from '../../faces/cli/project.ts';
import { publishEditions } from './publish.ts';
import { note, say } from './terminal.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .summary('serve what is published')
    .description(
      'Serves the published editions at HOST:PORT and takes up new ones while it runs. Stops on SIGINT or SIGTERM after the answers under way.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ bellwether serve
  $ PORT=9000 BASE_URL=https://signals.example.org bellwether serve`,
    )
    .action(async () => {
      const settings = config();
      await serve(settings, await loadRegistry(REGISTRY_FOLDER));
    });
}

export function startCommand(): Command {
  return new Command('start')
    .summary('publish if needed, then serve')
    .description(
      'Publishes when nothing is published yet or registry, ledger or method have changed since, then serves. What `npm start` does.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ bellwether start
  $ PORT=9000 bellwether start`,
    )
    .action(async () => {
      const settings = config();
      const registry = await loadRegistry(REGISTRY_FOLDER);
      const ledger = await currentLedger(settings);
      const published = await editionStore(settings).catalog();
      const inputs = inputsFingerprint({ ledger, registry, baseUrl: settings.baseUrl });
      if (published?.inputs !== inputs) await publishEditions(settings, registry, ledger);
      await serve(settings, registry);
    });
}

async function serve(settings: Config, registry: Registry): Promise<void> {
  const {
    port,
    host,
    baseUrl,
    dataFolder,
    logLevel,
    gitHubTokens,
    trustedProxies,
    redisUrl,
    operator,
  } = settings;
  const payments = await configuredPayments(settings, registry);
  const { publicKeyPem } = await signingKey(dataFolder);
  const store = editionStore(settings);
  const [operations, pages] = await Promise.all([loadOperations(), loadPages()]);
  const service = await createService({
    store,
    registry,
    baseUrl,
    operator,
    operations,
    pages,
    stars: gitHubStars({ tokens: gitHubTokens }),
    publicKeyPem,
    logLevel,
    limits: { redisUrl },
    trustedProxies,
    payments,
  });
  await listen(service, port, host);
  stopOnSignals(service, payments);
  const editions = (await store.catalog())?.editions ?? [];
  const latest = editions.at(-1);
  say(`
Bellwether serves ${latest ? `${latest.name} and ${editions.length - 1} earlier periods` : 'nothing yet; run bellwether publish'}

  Page      ${baseUrl}/
  Signals   ${baseUrl}/api/signals.json
  Startup   ${baseUrl}/api/signal?company=langfuse
  Dataset   ${baseUrl}/api/dataset.jsonl
  OpenAPI   ${baseUrl}/api/openapi.json

Stop with Ctrl+C.`);
}

async function listen(service: Service, port: number, host: string): Promise<void> {
  try {
    await service.listen(port, host);
  } catch (error) {
    await service.close();
    const why: Record<string, string> = {
      EADDRINUSE: `another program listens on port ${port}; choose one with PORT=…`,
      EACCES: `port ${port} may not be used; choose one from 1024 up with PORT=…`,
      EADDRNOTAVAIL: `this machine has no address ${host}; set HOST`,
    };
    throw new BellwetherError(
      'cannot-listen',
      `Cannot serve on ${host}:${port}: ${why[systemCode(error) ?? ''] ?? messageOf(error)}.`,
    );
  }
}

function stopOnSignals(service: Service, payments: Payments): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      note('Stopping …');
      service
        .close()
        .then(() => payments.close())
        .catch((error: unknown) => {
          note(messageOf(error));
          process.exitCode = 1;
        });
    });
}
