import { Command } from 'commander';
import type { Config } from '../../config.ts';
import { Editions } from '../../published/editions.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { loadOperations } from '../../operations/index.ts';
import type { OperationContext } from '../../operations/operation.ts';
import { tiersOnSale } from '../../payments/payments.ts';
import { Published } from '../../published/published.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import type { Registry } from '../../registry/schema.ts';
import { gitHubStars } from '../../scout/star-source.ts';
import { describer } from '../../faces/catalogs.ts';
import { mcpOverStdio } from '../../faces/mcp/stdio.ts';
import { configuredPayments } from '../../faces/cli/payments.ts';
import { config, currentLedger, editionStore, REGISTRY_FOLDER } from '../../faces/cli/project.ts';
import { publishEditions } from './publish.ts';
import { note } from './terminal.ts';

const REFRESH_EVERY = 2_000;

export function mcpCommand(): Command {
  return new Command('mcp')
    .summary('serve MCP on standard input and output')
    .description(
      'Speaks the Model Context Protocol with the program that started it, which agents do with a local server: protocol on standard output, everything else on standard error. Publishes first when nothing is published yet, and takes up new publications while it runs. Ends when its input does.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ bellwether mcp
  $ DATA_DIR=/var/lib/bellwether BASE_URL=https://signals.example.org bellwether mcp`,
    )
    .action(async () => {
      const settings = config();
      const registry = await loadRegistry(REGISTRY_FOLDER);
      if (!(await editionStore(settings).catalog()))
        await publishEditions(settings, registry, await currentLedger(settings));
      await serveStdio(settings, registry);
    });
}

async function serveStdio(settings: Config, registry: Registry): Promise<void> {
  const { baseUrl, gitHubTokens, operator } = settings;
  const store = editionStore(settings);
  const operations = await loadOperations();
  const payments = await configuredPayments(settings, registry);
  const unchanging = {
    stars: gitHubStars({ tokens: gitHubTokens }),
    describe: describer(operations, baseUrl),
    payments,
  };
  let current: OperationContext | undefined;
  let stamp = '';
  /** Takes up the latest publication; undefined when there is no new one. */
  const refresh = async (): Promise<Published | undefined> => {
    const newStamp = await store.catalogStamp();
    if (newStamp === stamp) return undefined;
    const editions = await Editions.open(store);
    if (!editions) return undefined;
    const published = new Published(editions, registry, baseUrl, operator, tiersOnSale(payments));
    current = { ...unchanging, published };
    stamp = newStamp;
    return published;
  };
  await refresh();
  const complain = (error: unknown) => note(messageOf(error));
  const context = () => {
    if (current) return current;
    throw new BellwetherError('not-published', 'Nothing is published yet; run bellwether publish.');
  };
  const { apiKey } = settings.payments;
  const connection = mcpOverStdio({ operations, context, apiKey, onFault: complain }, complain);
  const timer = setInterval(() => {
    refresh()
      .then((published) => published && connection.announce(published))
      .catch(complain);
  }, REFRESH_EVERY);
  // The connection alone keeps the process alive.
  timer.unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void connection.close());
  process.once('beforeExit', () => void payments.close());
}
