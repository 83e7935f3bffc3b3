/** `bellwether untrack`: ends what `bellwether track` began. */
import { BellwetherError } from '../../lib/errors.ts';
import { OrganizationLists } from '../../pipeline/collect/organization/organization-list.ts';
import { CompanyIndex } from '../../published/find-company.ts';
import { removeOwnCompany } from '../../registry/own-company.ts';
import { isOwn, ownFile } from '../../registry/own-files.ts';
import { Command } from './options.ts';
import { Project } from './project.ts';
import { say } from './terminal.ts';

export function untrackCommand(): Command {
  return new Command('untrack')
    .summary('stop tracking a startup')
    .description(
      'Removes the file of a company from DATA_DIR/registry/companies/, and says what stays. A company of the shipped registry stays tracked.',
    )
    .argument('<company>', 'its name, slug or organization')
    .examples('bellwether untrack acme')
    .action(async (name: string) => {
      const project = new Project();
      const { folders } = project;
      const own = folders.registry;
      // By its slug also while its file has a fault, which no other command runs with.
      const slug = isOwn(own, name) ? name : await slugOf(name, project);
      await removeOwnCompany(own, slug);
      const { companies } = await project.registry();
      const shipped = companies.find((company) => company.slug === slug);
      if (shipped) {
        say(
          `${ownFile(own, slug)} was removed; ${shipped.name} from the shipped registry counts again.`,
        );
        return;
      }
      say(`${slug} is no longer tracked: ${ownFile(own, slug)} was removed.`);
      say(`What stays:
  published editions, which do not change: weeks in which it was covered keep its records
  its rows in ${folders.ledger}, which nothing reads any more
  copies of its repositories in ${folders.copies}, which may be removed
The next bellwether publish leaves it out. To follow it again: bellwether track.`);
    });
}

async function slugOf(name: string, project: Project): Promise<string> {
  const { companies } = await project.registry();
  const lookup = new CompanyIndex(companies).find(name);
  if (!lookup.found)
    throw new BellwetherError(
      'unknown-company',
      `No tracked company is called ${JSON.stringify(name)}.`,
    );
  const { slug, github } = lookup.company;
  if (!isOwn(project.folders.registry, slug))
    throw new BellwetherError(
      'not-own',
      `${lookup.company.name} is tracked by the shipped registry (registry/companies/${slug}.yaml), not by a file of your own, and stays.`,
    );
  await new OrganizationLists(project.settings.dataFolder).remove(github);
  return slug;
}
