/** `bellwether export`: the free site, for a static host. */
import { resolve } from 'node:path';
import { loadOperations } from '../../api/operation/all-operations.ts';
import { counted } from '../../lib/prose.ts';
import { loadPages } from '../../web/page/all-pages.ts';
import { exportSite } from '../export/export-site.ts';
import { fileRoutes } from '../export/selection.ts';
import { createService } from '../http/server.ts';
import { defineCommand, say, withProgress } from './command.ts';
import { sources } from './operation-context.ts';
import { openProject } from './project.ts';

export function command() {
  return defineCommand(
    'export',
    'Writes everything that is free of charge into a folder that any static host can serve: pages of the current period, published files, feeds, and the files that pages load. Links are relative; addresses in feeds and data begin with BASE_URL. Links to anything that needs the running service lead to a page that says so.',
    'bellwether export site',
    'BASE_URL=https://signals.example.org bellwether export site --all-periods',
  )
    .argument('<folder>', 'a new folder, an empty one, or one with an earlier export')
    .option('--all-periods', 'also the pages and files of all earlier periods')
    .action(async (folder, { allPeriods = false }) => {
      const project = await openProject();
      const { editions, baseUrl } = await project.published();
      const operations = await loadOperations();
      const { pages, files, bytes } = await withProgress('Exporting', async (update) => {
        const service = await createService({
          site: project,
          operations,
          pages: await loadPages(),
          stars: sources(project).stars,
          logLevel: 'silent',
          limits: 'off',
          maxEventLoopDelayMs: 0,
        });
        try {
          const { port } = await service.listen(0, '127.0.0.1');
          const { latest } = editions;
          return await exportSite({
            origin: `http://127.0.0.1:${port}`,
            folder: resolve(folder),
            selection: { baseUrl, latest, allPeriods, files: fileRoutes(operations) },
            onProgress: (done, waiting) => update(`${done} files written, ${waiting} waiting`),
          });
        } finally {
          await service.close();
        }
      });
      say(
        `${counted(files, 'file')} in ${folder}, ${counted(pages, 'page')} among them, ${(bytes / 1e6).toFixed(1)} MB.`,
      );
    });
}
