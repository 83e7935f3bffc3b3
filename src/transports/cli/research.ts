import { Command } from 'commander';
import { Editions } from '../../published/editions.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { Published } from '../../published/published.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import { allPeriods, COMPUTATIONS } from '../../features/research/compute.ts';
import { agreement, CHANGES, yearOfEditions } from '../../features/research/robustness.ts';
import { config, editionStore, REGISTRY_FOLDER } from '../../faces/cli/project.ts';
import { say } from './terminal.ts';

export function researchCommand(): Command {
  return new Command('research')
    .summary('compute the numbers of the technical report')
    .description(
      'Computes the findings of registry/findings.yaml and how far scores depend on the method’s constants, from the published editions up to the period that the file names, and prints them as lines to be copied there.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ bellwether research`,
    )
    .action(async () => {
      const settings = config();
      const registry = await loadRegistry(REGISTRY_FOLDER);
      const editions = await Editions.open(editionStore(settings));
      if (!editions)
        throw new BellwetherError('not-published', 'Nothing is published; run bellwether publish.');
      const published = new Published(editions, registry, settings.baseUrl);
      const last = editions.resolve(registry.findings.period);
      const periods = await allPeriods(published, last);
      for (const [slug, compute] of Object.entries(COMPUTATIONS)) say(line(slug, compute(periods)));
      const year = await yearOfEditions(published, last);
      for (const [slug, change] of Object.entries(CHANGES))
        say(line(slug, agreement(year, change)));
    });
}

function line(slug: string, numbers: Readonly<Record<string, number>>): string {
  const entries = Object.entries(numbers).map(([name, value]) => `${name}: ${value}`);
  return `${slug}: { ${entries.join(', ')} }`;
}
