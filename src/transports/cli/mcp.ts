/** `bellwether mcp`: the server that an agent's program starts (docs/mcp.md). */
import { loadOperations } from '../../api/operation/all-operations.ts';
import { messageOf } from '../../lib/errors.ts';
import { describer } from '../catalogs.ts';
import { CurrentPublication } from '../http/publication.ts';
import { mcpOverStdio } from '../mcp/mcp-stdio.ts';
import { defineCommand, note } from './command.ts';
import { onInterrupt } from './interrupts.ts';
import { openSales } from './operation-context.ts';
import { openProject, type Project } from './project.ts';
import { publishEditions } from './publish.ts';

/** The error among what a logger is given, or else its text. */
const complain = (...parts: unknown[]) => note(messageOf(Object(parts[0]).err ?? parts.at(-1)));
const LOG = { info: complain, warn: complain, error: complain };

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
  const sales = await openSales(project);
  const { books } = sales.payments;
  const describe = describer(operations, project);
  const parts = { site: project, operations, describe, ...sales };
  const publication = new CurrentPublication(parts, [], LOG);
  await publication.follow();
  const context = () => publication.snapshot.context;
  const { apiKey } = project.settings.payments;
  const connection = mcpOverStdio({ operations, context, apiKey, onFault: complain }, complain);
  onInterrupt(() => void connection.close());
  process.once('beforeExit', () => void books.close());
}
