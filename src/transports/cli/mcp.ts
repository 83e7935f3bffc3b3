import { loadOperations } from '../../api/operation/all-operations.ts';
import type { OperationContext } from '../../api/operation/context.ts';
import { messageOf } from '../../lib/errors.ts';
import { tiersOnSale } from '../../payments/rails.ts';
import { notPublished } from '../../published/editions.ts';
import { Published } from '../../published/published.ts';
import { describer } from '../catalogs.ts';
import { mcpOverStdio } from '../mcp/mcp-stdio.ts';
import { configuredPayments } from './configured-payments.ts';
import { onInterrupt } from './interrupts.ts';
import { sources } from './operation-context.ts';
import { Command } from './options.ts';
import { openProject, type Project } from './project.ts';
import { publishEditions } from './publish.ts';
import { note } from './terminal.ts';

const REFRESH_INTERVAL_MS = 2_000;

export function mcpCommand(): Command {
  return new Command('mcp')
    .summary('serve MCP on standard input and output')
    .description(
      'Speaks the Model Context Protocol with the program that started it, as agents expect of a local server: the protocol is on standard output, everything else on standard error. Publishes first if nothing is published yet, and picks up new publications while it runs. Ends when its input ends.',
    )
    .examples(
      'bellwether mcp',
      'DATA_DIR=/var/lib/bellwether BASE_URL=https://signals.example.org bellwether mcp',
    )
    .action(async () => {
      const project = await openProject();
      if (!(await project.store.catalog())) await publishEditions(project);
      await serveStdio(project);
    });
}

async function serveStdio(project: Project): Promise<void> {
  const operations = await loadOperations();
  const transactions = await project.books();
  const payments = await configuredPayments(project, undefined, transactions);
  payments.books.listen((state, reason) => {
    if (state === 'away') note(`The store of payments does not answer: ${reason}`);
  });
  const unchanging = {
    ...sources(project, transactions),
    describe: describer(operations, project),
    payments,
  };
  let current: OperationContext | undefined;
  let stamp = '';
  /** Takes up the latest publication; undefined when there is no new one. */
  const refresh = async (): Promise<Published | undefined> => {
    const newStamp = await project.store.catalogStamp();
    if (newStamp === stamp) return undefined;
    const published = await Published.open(project, tiersOnSale(payments));
    if (!published) return undefined;
    await published.editions.keepHead();
    current = { ...unchanging, published };
    stamp = newStamp;
    return published;
  };
  await refresh();
  const complain = (error: unknown) => note(messageOf(error));
  const context = () => {
    if (current) return current;
    throw notPublished();
  };
  const { apiKey } = project.settings.payments;
  const connection = mcpOverStdio({ operations, context, apiKey, onFault: complain }, complain);
  let trouble = '';
  const timer = setInterval(async () => {
    try {
      const published = await refresh();
      trouble = '';
      if (published) await connection.announce(published);
    } catch (error) {
      // It is tried again every two seconds; each problem is told once.
      if (messageOf(error) !== trouble) complain(error);
      trouble = messageOf(error);
    }
  }, REFRESH_INTERVAL_MS);
  // The connection alone keeps the process alive.
  timer.unref();
  onInterrupt(() => void connection.close());
  process.once('beforeExit', () => void payments.books.close());
}
