import { loadOperations } from '../../api/operation/all-operations.ts';
import { messageOf } from '../../lib/errors.ts';
import { describer } from '../catalogs.ts';
import { CurrentPublication } from '../http/publication.ts';
import { mcpOverStdio } from '../mcp/mcp-stdio.ts';
import { configuredPayments } from './configured-payments.ts';
import { onInterrupt } from './interrupts.ts';
import { sources } from './operation-context.ts';
import { Command } from './options.ts';
import { openProject, type Project } from './project.ts';
import { publishEditions } from './publish.ts';
import { note } from './terminal.ts';

const complain = (error: unknown) => note(messageOf(error));
const LOG: Parameters<CurrentPublication['follow']>[1] = {
  info: (...parts: unknown[]) => note(String(parts.at(-1))),
  error: (fault: { err?: unknown }, text = '') =>
    note(fault.err === undefined ? text : messageOf(fault.err)),
};

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
  const publication = new CurrentPublication(
    {
      ...{ site: project, operations, payments, ...sources(project, transactions) },
      describe: describer(operations, project),
    },
    [],
  );
  await publication.follow(async () => {}, LOG);
  const context = () => publication.snapshot.context;
  const { apiKey } = project.settings.payments;
  const connection = mcpOverStdio({ operations, context, apiKey, onFault: complain }, complain);
  onInterrupt(() => void connection.close());
  process.once('beforeExit', () => void payments.books.close());
}
