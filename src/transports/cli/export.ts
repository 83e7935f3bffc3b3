import { resolve } from 'node:path';
import { loadOperations } from '../../api/operation/all-operations.ts';
import { counted } from '../../lib/prose.ts';
import { loadPages } from '../../web/page/all-pages.ts';
import { exportSite } from '../export/export-site.ts';
import { fileRoutes } from '../export/selection.ts';
import { createService } from '../http/server.ts';
import { sources } from './operation-context.ts';
import { Command } from './options.ts';
import { openProject } from './project.ts';
import { ProgressLine, say, seconds } from './terminal.ts';

export function exportCommand(): Command {
  return new Command('export')
    .summary('write the free site as files')
    .description(
      'Writes everything that is free of charge into a folder that any static host can serve: pages of the current period, published files, feeds, and the files that pages load. Links are relative; addresses in feeds and data begin with BASE_URL. Links to anything that needs the running service lead to a page that says so.',
    )
    .argument('<folder>', 'a new folder, an empty one, or one with an earlier export')
    .option('--all-periods', 'also the pages and files of all earlier periods')
    .examples(
      'bellwether export site',
      'BASE_URL=https://signals.example.org bellwether export site --all-periods',
    )
    .action(async (folder: string, { allPeriods = false }: { allPeriods?: boolean }) => {
      const project = await openProject();
      const { editions, baseUrl } = await project.published();
      const operations = await loadOperations();
      const started = performance.now();
      const progress = await ProgressLine.begin('Exporting …');
      const service = await createService({
        site: project,
        operations,
        pages: await loadPages(),
        publicKeyPem: (await project.signingKey()).publicKeyPem,
        stars: sources(project).stars,
        logLevel: 'silent',
        limits: 'off',
        maxEventLoopDelayMs: 0,
      });
      try {
        const { port } = await service.listen(0, '127.0.0.1');
        const { pages, files, bytes } = await exportSite({
          origin: `http://127.0.0.1:${port}`,
          folder: resolve(folder),
          selection: {
            baseUrl,
            latest: editions.latest,
            allPeriods,
            files: fileRoutes(operations),
          },
          onProgress: (done, waiting) =>
            progress.update(`Exporting: ${done} files written, ${waiting} found and waiting`),
        });
        progress.done(`Exported in ${seconds(started)}`);
        say(
          `${counted(files, 'file')} in ${folder}, ${counted(pages, 'page')} among them, ${(bytes / 1e6).toFixed(1)} MB.`,
        );
      } catch (error) {
        progress.failed('The export is not complete.');
        throw error;
      } finally {
        await service.close();
      }
    });
}
