/** `bellwether mcp`: the server that an agent's program starts (docs/mcp.md). */
import { loadOperations } from '../../api/operation/all-operations.ts';
import { messageOf } from '../../lib/errors.ts';
import { describer } from '../catalogs.ts';
import { CurrentPublication } from '../http/publication.ts';
import { mcpOverStdio } from '../mcp/mcp-stdio.ts';
import { defineCommand, note } from './command.ts';
import { onInterrupt } from './interrupts.ts';
import { configuredPayments, sources } from './operation-context.ts';
import { openProject, type Project } from './project.ts';
import { publishEditions } from './publish.ts';

const complain = (error: unknown) => note(messageOf(error));
const LOG: ConstructorParameters<typeof CurrentPublication>[2] = {
  warn: (...parts: unknown[]) => note(String(parts.at(-1))),
  info: (...parts: unknown[]) => note(String(parts.at(-1))),
  error: (fault: { err?: unknown }, text = '') =>
    note(fault.err === undefined ? text : messageOf(fault.err)),
};

export function command() {
  return defineCommand(
    'mcp',
    'Speaks the Model Context Protocol with the program that started it, as agents expect of a local server: the protocol is on standard output, everything else on standard error. Publishes first if nothing is published yet, and picks up new publications while it runs. Ends when its input ends.',
    'DATA_DIR=/var/lib/bellwether BASE_URL=https://signals.example.org bellwether mcp',
  ).action(async () => {
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
  const parts = { site: project, operations, payments, ...sources(project, transactions) };
  const publication = new CurrentPublication(
    { ...parts, describe: describer(operations, project) },
    [],
    LOG,
  );
  await publication.follow();
  const context = () => publication.snapshot.context;
  const { apiKey } = project.settings.payments;
  const connection = mcpOverStdio({ operations, context, apiKey, onFault: complain }, complain);
  onInterrupt(() => void connection.close());
  process.once('beforeExit', () => void payments.books.close());
}
