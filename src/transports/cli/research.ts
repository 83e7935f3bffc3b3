/** `bellwether research`: the numbers of the technical report's findings. */

import { findingNumbers } from '../../features/research/certainty.ts';
import { allPeriods } from '../../features/research/finding-numbers.ts';
import { Command } from './options.ts';
import { openProject } from './project.ts';
import { say } from './terminal.ts';

export function researchCommand(): Command {
  return new Command('research')
    .summary('compute the findings of the technical report')
    .description(
      'Computes the findings of registry/findings.yaml, with 95% intervals and the figures that chance gives. Uses the published editions up to the period that the file names, and prints lines to copy into that file.',
    )
    .examples('bellwether research')
    .action(async () => {
      const published = await (await openProject()).published();
      const last = published.editions.resolve(published.registry.findings.period);
      const periods = await allPeriods(published, last);
      for (const [slug, numbers] of Object.entries(findingNumbers(periods)))
        say(
          `${slug}: { ${Object.entries(numbers)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', ')} }`,
        );
    });
}
