import { Argument, Command } from 'commander';
import { jsonSchemaOf, SCHEMA_NAMES, type SchemaName } from '../../../registry/json-schemas.ts';
import { examples } from '../options.ts';
import { sayJson } from '../terminal.ts';

export function schemaCommand(): Command {
  return new Command('schema')
    .summary('print the JSON Schema of a file')
    .description(
      'Prints the JSON Schema with which an editor completes and checks a file of the registry. The schemas are also kept in docs/schemas/.',
    )
    .addArgument(new Argument('<file>', 'the kind of file').choices(SCHEMA_NAMES))
    .addHelpText(...examples('bellwether registry schema company'))
    .action((name: SchemaName) => sayJson(jsonSchemaOf(name)));
}
