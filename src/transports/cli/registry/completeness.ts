import { Command } from 'commander';
import { completenessNote, completenessTable } from '../../../registry/completeness.ts';
import { loadRegistry } from '../../../registry/load-registry.ts';
import { examples } from '../options.ts';
import { REGISTRY_FOLDER } from '../project.ts';
import { say } from '../terminal.ts';

export function completenessCommand(): Command {
  return new Command('completeness')
    .summary('estimate how many rounds are missing')
    .description(
      'Prints the table of docs/labels.md: how many rounds of tracked companies exist, estimated by capture and recapture from the two lists that registry/completeness.yaml compares.',
    )
    .argument('[folder]', 'the registry', REGISTRY_FOLDER)
    .addHelpText(...examples('bellwether registry completeness'))
    .action(async (folder: string) => {
      const { completeness } = await loadRegistry(folder);
      for (const row of completenessTable(completeness)) say(row);
      say('');
      say(completenessNote(completeness));
    });
}
