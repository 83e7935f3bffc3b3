import { findingNumbers } from '../../features/research/certainty.ts';
import { allPeriods } from '../../features/research/finding-numbers.ts';
import { agreement, CHANGES, yearOfEditions } from '../../features/research/robustness.ts';
import { openPublished } from './operation-context.ts';
import { Command } from './options.ts';
import { openProject } from './project.ts';
import { researchMethodCommand } from './research-method.ts';
import { say } from './terminal.ts';

export function researchCommand(): Command {
  return new Command('research')
    .summary('compute the numbers of the technical report and of the choice of scores')
    .description('Computes the numbers of the technical report; the default is its findings.')
    .examples('bellwether research', 'bellwether research method')
    .addCommand(findingsCommand(), { isDefault: true })
    .addCommand(researchMethodCommand());
}

function findingsCommand(): Command {
  return new Command('findings')
    .summary('compute the findings, and how far scores depend on constants')
    .description(
      'Computes the findings of registry/findings.yaml, with 95% intervals and the figures that chance gives, and how far scores depend on the method’s constants. Uses the published editions up to the period that the file names, and prints lines to copy into that file.',
    )
    .examples('bellwether research findings')
    .action(async () => {
      const { settings, registry } = await openProject();
      const published = await openPublished(settings, registry);
      const last = published.editions.resolve(registry.findings.period);
      const periods = await allPeriods(published, last);
      for (const [slug, numbers] of Object.entries(findingNumbers(periods)))
        say(line(slug, numbers));
      const year = await yearOfEditions(published, last);
      for (const [slug, change] of Object.entries(CHANGES))
        say(line(slug, agreement(year, change)));
    });
}

function line(slug: string, numbers: Readonly<Record<string, number>>): string {
  const entries = Object.entries(numbers).map(([name, value]) => `${name}: ${value}`);
  return `${slug}: { ${entries.join(', ')} }`;
}
