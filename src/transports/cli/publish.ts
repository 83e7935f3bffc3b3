import { counted } from '../../lib/prose.ts';
import { type PublishResult, publish } from '../../pipeline/edition/publish.ts';
import { logForecasts, loggedWords } from './market-log.ts';
import { Command } from './options.ts';
import { openProject, type Project } from './project.ts';
import { note, ProgressLine, say, seconds } from './terminal.ts';

export function publishCommand(): Command {
  return new Command('publish')
    .summary('compute every covered period and publish it')
    .description(
      'Computes every weekly period that the ledger covers and publishes signed, immutable editions under DATA_DIR. Publishing again adds new periods; a published edition is left as it is, unless --correct gives a reason.',
    )
    .option('--correct <why>', 'publish differing editions as corrected revisions, for this reason')
    .examples(
      'bellwether publish',
      'bellwether publish --correct "a mirror repository was counted twice"',
      'BASE_URL=https://signals.example.org bellwether publish',
    )
    .action(async ({ correct }: { correct?: string }) => {
      say(summary(await publishEditions(await openProject(), correct)));
    });
}

export async function publishEditions(
  project: Project,
  correction?: string,
  correctFrom?: string,
): Promise<PublishResult> {
  const inputs = await project.inputs();
  const started = performance.now();
  const progress = await ProgressLine.begin('Reading the ledger …');
  let result: PublishResult;
  try {
    result = await publish({
      ...inputs,
      ...(correction !== undefined && { correction }),
      ...(correctFrom !== undefined && { correctFrom }),
      onProgress: (done, total) => progress.update(`Publishing: ${done} of ${total} periods`),
    });
    progress.done(
      `Published ${counted(result.catalog.editions.length, 'period')} in ${seconds(started)}`,
    );
    if (result.differing.length > 0) note(differingNote(result.differing));
  } catch (error) {
    progress.failed('Nothing was published.');
    throw error;
  }
  const logged = await logForecasts(project);
  if (logged.length > 0) note(loggedWords(logged));
  return result;
}

function summary({ catalog, added, corrected, unchanged, differing }: PublishResult): string {
  const first = catalog.editions[0];
  const last = catalog.editions.at(-1);
  const completed = catalog.editions.filter(
    ({ period, superseded }) =>
      corrected.includes(period) && superseded.at(-1)?.correction === 'completed',
  ).length;
  const whole = completed === 0 ? '' : `${completed} completed, `;
  return `${counted(catalog.editions.length, 'edition')}, ${first?.period} to ${last?.period}: ${added.length} new, ${whole}${corrected.length - completed} corrected, ${unchanged.length} unchanged, ${differing.length} left as published.`;
}

function differingNote(differing: readonly string[]): string {
  return [
    `${counted(differing.length, 'edition')} would be different now and stay as published (${shortList(differing)}).`,
    'To publish them as corrected revisions, give the reason: bellwether publish --correct "…"',
  ].join('\n');
}

function shortList(slugs: readonly string[]): string {
  return slugs.length <= 6 ? slugs.join(', ') : `${slugs.slice(0, 5).join(', ')}, …`;
}
