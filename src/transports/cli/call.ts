import { Command, Option } from 'commander';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { Editions } from '../../published/editions.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { loadOperations } from '../../operations/index.ts';
import {
  LOCAL_CALLER,
  type Operation,
  type OperationContext,
  Reply,
} from '../../operations/operation.ts';
import { Published } from '../../published/published.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import { gitHubStars } from '../../scout/star-source.ts';
import { describer } from '../../faces/catalogs.ts';
import { configuredPayments } from '../../faces/cli/payments.ts';
import { config, editionStore, REGISTRY_FOLDER } from '../../faces/cli/project.ts';

/**
 * One command for each operation, with an option for each of its inputs.
 *
 * @param isWanted false leaves the operations out: loading them takes longer than most commands run
 */
export async function callCommand(isWanted: boolean): Promise<Command> {
  const operations = isWanted ? await loadOperations() : [];
  const call = new Command('call')
    .summary('run one operation on what is published')
    .description(
      'Runs an operation in this process on the published editions and prints its answer, as the API would give it. Operations are described by `bellwether call <operation> --help`.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ bellwether call get_startup_signal --company langfuse
  $ bellwether call search_site --q "vector database" --limit 3
  $ bellwether call cite --format bibtex --slug paper`,
    );
  for (const operation of operations)
    call.addCommand(operationCommand(operation, operations).copyInheritedSettings(call));
  return call;
}

function operationCommand(operation: Operation, all: readonly Operation[]): Command {
  const command = new Command(operation.name).summary(operation.summary);
  command.description(operation.description ?? operation.summary);
  for (const [name, field] of Object.entries(operation.input.shape)) {
    // Zod types the fields of an unknown object as its core types; ours are all of this class.
    const { description = '', ...schema } = z.toJSONSchema(field as z.ZodType, { io: 'input' });
    const option = new Option(`--${kebab(name)} <${schema.type ?? 'text'}>`, description);
    if (schema.type === 'integer' || schema.type === 'number')
      option.argParser((text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text));
    command.addOption(option);
  }
  return command.action(async (values: Record<string, unknown>) => {
    const input = operation.input.safeParse(values);
    if (!input.success) throw invalid(input.error);
    const settings = config();
    const given = await context(settings, operation, all);
    try {
      process.stdout.write(await answer(operation, input.data, given, settings));
    } finally {
      await given.payments?.close();
    }
  });
}

async function answer(
  operation: Operation,
  input: Record<string, unknown>,
  given: OperationContext,
  { payments: { apiKey } }: Config,
): Promise<string | Buffer> {
  if ('file' in operation) {
    const { edition, name } = operation.file(input, given);
    const { editions } = given.published;
    const { sha256 } = await editions.file(edition, name);
    return editions.store.read(sha256);
  }
  const answered = await operation.run(input, given, { ...LOCAL_CALLER, key: apiKey });
  const value = answered instanceof Reply ? answered.body : answered;
  if (Buffer.isBuffer(value)) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return `${text.trimEnd()}\n`;
}

async function context(
  settings: Config,
  { tag }: Operation,
  operations: readonly Operation[],
): Promise<OperationContext> {
  const { baseUrl, gitHubTokens, operator } = settings;
  const editions = await Editions.open(editionStore(settings));
  if (!editions)
    throw new BellwetherError('not-published', 'Nothing is published yet; run bellwether publish.');
  const registry = await loadRegistry(REGISTRY_FOLDER);
  return {
    published: new Published(editions, registry, baseUrl, operator),
    stars: gitHubStars({ tokens: gitHubTokens }),
    describe: describer(operations, baseUrl),
    payments: tag === 'Paid' ? await configuredPayments(settings, registry) : undefined,
  };
}

/** Every fault, by the name of its option. */
function invalid({ issues }: z.ZodError): BellwetherError {
  const faults = issues.map(({ path, message }) => `--${kebab(path.join('.'))} ${message}`);
  return new BellwetherError('invalid-request', faults.join('\n'));
}

/** Commander knows `dry_run` as `--dry-run`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}
