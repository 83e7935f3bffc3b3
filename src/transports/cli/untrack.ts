/** `bellwether untrack`: ends what `bellwether track` began. */
import { BellwetherError } from '../../lib/errors.ts';
import { OrganizationLists } from '../../pipeline/collect/organization/organization-list.ts';
import { removeOwnCompany } from '../../registry/own-company.ts';
import { isOwn, ownFile } from '../../registry/own-files.ts';
import { defineCommand, say } from './command.ts';
import { Project } from './project.ts';

export function command() {
  return defineCommand(
    'untrack',
    'Removes the file of a company from DATA_DIR/registry/companies/, and says what stays. A company of the shipped registry stays tracked.',
    'bellwether untrack acme',
  )
    .argument('<company>', 'its name, slug or organization')
    .action(async (name) => {
      const project = new Project();
      const { registry: own, ledger, copies } = project.folders;
      // A slug needs no registry: untracking works even while the company's file has a fault.
      const slug = isOwn(own, name) ? name : await findOwn(name, project);
      await removeOwnCompany(own, slug);
      const { companies } = await project.registry();
      const shipped = companies.find((company) => company.slug === slug);
      const file = `${ownFile(own, slug)} was removed`;
      if (shipped) return say(`${file}; ${shipped.name} from the shipped registry counts again.`);
      say(`${slug} is no longer tracked: ${file}.
What stays:
  published editions, which do not change: weeks in which it was covered keep its records
  its rows in ${ledger}, which nothing reads any more
  copies of its repositories in ${copies}, which may be removed
The next bellwether publish leaves it out. To follow it again: bellwether track.`);
    });
}

async function findOwn(name: string, project: Project): Promise<string> {
  const company = await project.company(name);
  if (!isOwn(project.folders.registry, company.slug))
    throw new BellwetherError(
      'not-own',
      `${company.name} is tracked by the shipped registry (registry/companies/${company.slug}.yaml), not by a file of your own, and stays.`,
    );
  await new OrganizationLists(project.settings.dataFolder).remove(company.github);
  return company.slug;
}
