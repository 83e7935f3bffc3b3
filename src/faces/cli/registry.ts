import { Command } from 'commander';
import { BellwetherError } from '../../errors.ts';
import { checkRegistry, faultLine } from '../../registry/load.ts';
import { REGISTRY_FOLDER } from './project.ts';
import { counted, say } from './terminal.ts';

export function registryCommand(): Command {
  const registry = new Command('registry')
    .summary('work with the registry of companies')
    .description('The registry is the folder registry/: files that people edit and review.');
  registry
    .command('check')
    .summary('check every file of the registry')
    .description(
      'Reads every file and lists every fault at once with its file, line and what would be right.',
    )
    .argument('[folder]', 'the registry', REGISTRY_FOLDER)
    .addHelpText(
      'after',
      `
Examples:
  $ bellwether registry check
  $ bellwether registry check ./my-registry`,
    )
    .action(async (folder: string) => {
      const { faults, registry: read } = await checkRegistry(folder);
      if (!read) {
        for (const fault of faults) say(faultLine(fault));
        throw new BellwetherError(
          'registry-invalid',
          `The registry has ${counted(faults.length, 'fault')}.`,
        );
      }
      const repositories = read.companies.flatMap((company) => company.repositories);
      say(
        `The registry is sound: ${counted(read.companies.length, 'company', 'companies')}, ${counted(repositories.length, 'repository', 'repositories')}, ${counted(read.sectors.length, 'sector')}.`,
      );
    });
  return registry;
}
