/** `bellwether call`: one command for each operation, with an option for each of its inputs. */
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { loadOperations } from '../../api/operation/all-operations.ts';
import { LOCAL_CALLER, type OperationContext } from '../../api/operation/context.ts';
import type { Operation } from '../../api/operation/operation.ts';
import { authenticated } from '../../api/operation/paid.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { describer } from '../catalogs.ts';
import { runOperation } from '../json-rpc/run-operation.ts';
import { describeTool } from '../mcp/tool-definitions.ts';
import { defineCommand } from './command.ts';
import { openSales, sources } from './operation-context.ts';
import { openProject, type Project } from './project.ts';

export async function command(): Promise<CommandUnknownOpts> {
  const operations = await loadOperations();
  const call = defineCommand(
    'call',
    'Runs an operation in this process on the published editions and prints the answer that the API would give. `bellwether call <operation> --help` describes an operation.',
    'bellwether call get_startup_signal --company langfuse',
    'bellwether call search_site --q "vector database" --limit 3',
    'bellwether call cite --format bibtex --slug paper',
  );

  for (const operation of operations) call.addCommand(operationCommand(operation, operations));
  return call;
}

function operationCommand(operation: Operation, all: readonly Operation[]): CommandUnknownOpts {
  const command = new Command(operation.name)
    .summary(operation.summary)
    .description(operation.description);
  if (operation.command !== undefined) command.alias(operation.command);
  const { properties = {} } = describeTool(operation).inputSchema;
  for (const name of Object.keys(operation.input.shape)) {
    const { type = 'text', description } = properties[operation.mcp?.rename?.[name] ?? name] ?? {};
    const option = new Option(`--${kebab(name)} <${type}>`, description);
    const isNumber = type === 'integer' || type === 'number';
    command.addOption(isNumber ? option.argParser(numberIn) : option);
  }
  return command.action(async (values: Record<string, unknown>) => {
    const { data, error } = operation.input.safeParse(values);
    if (!data) {
      const faults = error.issues.map((one) => `--${kebab(one.path.join('.'))} ${one.message}`);
      throw new BellwetherError('invalid-request', faults.join('\n'));
    }
    const project = await openProject();
    const sells = operation.tag === 'Paid' || operation.usesStore;
    const sales = sells ? await openSales(project) : { payments: undefined, ...sources(project) };
    const context: OperationContext = {
      ...sales,
      published: await project.published(),
      describe: describer(all, project),
    };
    try {
      await sales.payments?.books.opened;
      process.stdout.write(await answer(operation, data, context, project));
    } finally {
      await sales.payments?.books.close();
    }
  });
}

async function answer(
  operation: Operation,
  input: Record<string, unknown>,
  context: OperationContext,
  { settings }: Project,
): Promise<string | Buffer> {
  if ('file' in operation) {
    const { edition, name } = operation.file(input, context);
    const { editions } = context.published;
    const { sha256 } = await editions.file(edition, name);
    return editions.store.read(sha256);
  }
  const caller = { ...LOCAL_CALLER, key: settings.payments.apiKey };
  const admitted = await authenticated(operation, context, caller);
  const { body } = await runOperation(operation, input, context, admitted);
  if (Buffer.isBuffer(body)) return body;
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return `${text.trimEnd()}\n`;
}

/** Text that is no number is for the operation's schema to refuse. */
function numberIn(text: string): number | string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Commander knows `dry_run` as `--dry-run`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}
