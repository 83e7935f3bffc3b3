/** Commands that print what the registry lacks, and the form of its files. */
import { Argument, Option } from 'commander';
import { count } from '../../../lib/prose.ts';
import { completenessNote, completenessTable } from '../../../registry/completeness.ts';
import { GAP_NAMES, type GapName, gapsOf } from '../../../registry/gaps.ts';
import { loadRegistry } from '../../../registry/load-registry.ts';
import {
  jsonSchemaOf,
  SCHEMA_NAMES,
  type SchemaName,
} from '../../../registry/organization-files.ts';
import { Command } from '../options.ts';
import { REGISTRY_FOLDER } from '../project.ts';
import { say, sayJson } from '../terminal.ts';

export function completenessCommand(): Command {
  return new Command('completeness')
    .summary('estimate how many rounds are missing')
    .description(
      'Prints the table of docs/labels.md: how many rounds of tracked companies exist, estimated by capture and recapture from the two lists that registry/completeness.yaml compares.',
    )
    .argument('[folder]', 'the registry', REGISTRY_FOLDER)
    .examples('bellwether registry completeness')
    .action(async (folder: string) => {
      const { completeness } = await loadRegistry(folder);
      for (const row of completenessTable(completeness)) say(row);
      say('');
      say(completenessNote(completeness));
    });
}

export function gapsCommand(): Command {
  return new Command('gaps')
    .summary('list what is missing about which company, most wanted first')
    .description(
      'Lists tracked companies with the facts that the registry lacks about them. Funding is wanted most: rounds, a fund that holds a share, an exit, or a source which says that nobody invested.',
    )
    .argument('[folder]', 'the registry', REGISTRY_FOLDER)
    .addOption(new Option('--fact <names...>', 'only these').choices(GAP_NAMES))
    .examples('bellwether registry gaps', 'bellwether registry gaps --fact funding geography')
    .action(async (folder: string, { fact }: { fact?: GapName[] }) => {
      const registry = await loadRegistry(folder);
      const gaps = gapsOf(registry, fact);
      for (const { slug, missing } of gaps) say(`${slug}: ${missing.join(', ')}`);
      say(`${count(gaps.length)} of ${count(registry.companies.length)} companies lack something.`);
    });
}

export function schemaCommand(): Command {
  return new Command('schema')
    .summary('print the JSON Schema of a file')
    .description(
      'Prints the JSON Schema with which an editor completes and checks a file of the registry. The schemas are also kept in docs/schemas/.',
    )
    .addArgument(new Argument('<file>', 'the kind of file').choices(SCHEMA_NAMES))
    .examples('bellwether registry schema company')
    .action((name: SchemaName) => sayJson(jsonSchemaOf(name)));
}
