import { Option } from 'commander';
import type { z } from 'zod';
import { loadOperations } from '../../api/operation/all-operations.ts';
import { LOCAL_CALLER, type OperationContext, Reply } from '../../api/operation/context.ts';
import type { Operation } from '../../api/operation/operation.ts';
import { authenticated } from '../../api/operation/paid.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { describer } from '../catalogs.ts';
import { describeTool } from '../mcp/tool-definitions.ts';
import { configuredPayments } from './configured-payments.ts';
import { sources } from './operation-context.ts';
import { Command } from './options.ts';
import { openProject, type Project } from './project.ts';

/**
 * One command for each operation, with an option for each of its inputs.
 *
 * @param isWanted false leaves the operations out: loading them takes longer than most commands run
 */
export async function callCommand(isWanted: boolean): Promise<Command> {
  const operations = isWanted ? await loadOperations() : [];
  const call = new Command('call')
    .summary('run one operation on the published editions')
    .description(
      'Runs an operation in this process on the published editions and prints the answer that the API would give. `bellwether call <operation> --help` describes an operation.',
    )
    .examples(
      'bellwether call get_startup_signal --company langfuse',
      'bellwether call search_site --q "vector database" --limit 3',
      'bellwether call cite --format bibtex --slug paper',
    );
  for (const operation of operations) call.addCommand(operationCommand(operation, operations));
  return call;
}

function operationCommand(operation: Operation, all: readonly Operation[]): Command {
  const command = new Command(operation.name)
    .summary(operation.summary)
    .description(operation.description)
    .examples(...operation.examples.map((input) => typed(operation, input)));
  if (operation.command !== undefined) command.alias(operation.command);
  const { properties = {} } = describeTool(operation).inputSchema;
  for (const name of Object.keys(operation.input.shape)) {
    const { type = 'text', description } = properties[operation.mcp?.rename?.[name] ?? name] ?? {};
    const option = new Option(`--${kebab(name)} <${type}>`, description);
    if (type === 'integer' || type === 'number')
      option.argParser((text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text));
    command.addOption(option);
  }
  return command.action(async (values: Record<string, unknown>) => {
    const input = operation.input.safeParse(values);
    if (!input.success) throw invalid(input.error);
    const project = await openProject();
    const context: OperationContext = {
      published: await project.published(),
      ...sources(project),
      describe: describer(all, project),
      payments:
        operation.tag === 'Paid' || operation.usesStore
          ? await configuredPayments(project)
          : undefined,
    };
    try {
      await context.payments?.books.opened;
      process.stdout.write(await answer(operation, input.data, context, project));
    } finally {
      await context.payments?.books.close();
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
  const caller = await authenticated(operation, context, {
    ...LOCAL_CALLER,
    key: settings.payments.apiKey,
  });
  const answered = await operation.run(input, context, caller);
  const value = answered instanceof Reply ? answered.body : answered;
  if (Buffer.isBuffer(value)) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return `${text.trimEnd()}\n`;
}

function typed({ name }: Operation, input: Readonly<Record<string, unknown>>): string {
  const options = Object.entries(input).map(([option, value]) => {
    const text = String(value);
    return `--${kebab(option)} ${/^[\w./-]+$/.test(text) ? text : JSON.stringify(text)}`;
  });
  return ['bellwether call', name, ...options].join(' ');
}

function invalid({ issues }: z.ZodError): BellwetherError {
  const faults = issues.map(({ path, message }) => `--${kebab(path.join('.'))} ${message}`);
  return new BellwetherError('invalid-request', faults.join('\n'));
}

/** Commander knows `dry_run` as `--dry-run`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}
