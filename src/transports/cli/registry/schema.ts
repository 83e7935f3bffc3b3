import { Argument, Command } from 'commander';
import { jsonSchemaOf, SCHEMA_NAMES, type SchemaName } from '../../../registry/json-schemas.ts';
import { examples } from '../options.ts';
import { sayJson } from '../terminal.ts';

export function schemaCommand(): Command {
  return new Command('schema')
    .summary('print the JSON Schema of a file')
    .description(
      'Prints the JSON Schema with which an editor completes and checks a file of the registry. They are kept in docs/schemas/ as well.',
    )
    .addArgument(new Argument('<file>', 'what the file holds').choices(SCHEMA_NAMES))
    .addHelpText(...examples('bellwether registry schema company'))
    .action((name: SchemaName) => sayJson(jsonSchemaOf(name)));
}
