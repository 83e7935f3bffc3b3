import { Command, Option } from 'commander';
import { count } from '../../../lib/prose.ts';
import { GAP_NAMES, type GapName, gapsOf } from '../../../registry/gaps.ts';
import { loadRegistry } from '../../../registry/load-registry.ts';
import { examples } from '../options.ts';
import { REGISTRY_FOLDER } from '../project.ts';
import { say } from '../terminal.ts';

export function gapsCommand(): Command {
  return new Command('gaps')
    .summary('list what is missing about which company, most wanted first')
    .description(
      'Lists tracked companies with the facts that the registry lacks about them. Funding is wanted most: rounds, a fund that holds a share, an exit, or a source which says that nobody invested.',
    )
    .argument('[folder]', 'the registry', REGISTRY_FOLDER)
    .addOption(new Option('--fact <names...>', 'only these').choices(GAP_NAMES))
    .addHelpText(
      ...examples('bellwether registry gaps', 'bellwether registry gaps --fact funding geography'),
    )
    .action(async (folder: string, { fact }: { fact?: GapName[] }) => {
      const registry = await loadRegistry(folder);
      const gaps = gapsOf(registry, fact);
      for (const { slug, missing } of gaps) say(`${slug}: ${missing.join(', ')}`);
      say(`${count(gaps.length)} of ${count(registry.companies.length)} companies lack something.`);
    });
}
