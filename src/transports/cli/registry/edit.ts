/** Commands that write files of the registry. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BellwetherError } from '../../../lib/errors.ts';
import { counted } from '../../../lib/prose.ts';
import { addCompany, type NewCompany } from '../../../registry/add-company.ts';
import { canonicalForm } from '../../../registry/canonical-form.ts';
import { checkRegistry, faultLine, loadRegistry } from '../../../registry/load-registry.ts';
import { mergeOrganizations } from '../../../registry/merge-organizations.ts';
import { organizationFiles } from '../../../registry/organization-files.ts';
import { Command } from '../options.ts';
import { REGISTRY_FOLDER } from '../project.ts';
import { say } from '../terminal.ts';

export function formatCommand(): Command {
  return new Command('fmt')
    .summary('format files')
    .description(
      'Writes the files of companies, funds, acquirers and other organizations in one form: fields in a fixed order, the latest deal first, default values left out. Comments stay. The registry must be sound.',
    )
    .argument('[folder]', 'the registry', REGISTRY_FOLDER)
    .option('--check', 'change nothing; name the files that are not formatted and exit with 1')
    .examples('bellwether registry fmt', 'bellwether registry fmt --check')
    .action(async (folder: string, { check }: { check?: true }) => {
      await loadRegistry(folder);
      const changed = organizationFiles(folder).flatMap(({ path, schema }) => {
        const text = readFileSync(join(folder, path), 'utf8');
        const formed = canonicalForm(text, schema);
        return formed === text ? [] : [{ path, formed }];
      });
      for (const { path, formed } of changed) {
        say(path);
        if (!check) writeFileSync(join(folder, path), formed);
      }
      if (check && changed.length > 0)
        throw new BellwetherError(
          'registry-form',
          `${counted(changed.length, 'file')} not formatted; run bellwether registry fmt.`,
        );
      if (changed.length === 0) say('Every file is formatted.');
    });
}

export function mergeCommand(): Command {
  return new Command('merge')
    .summary('merge two organizations into one')
    .description(
      'Replaces every reference to the second with the first, and removes the second’s file. Its name becomes an alias, and its slug redirects to the first. Lists what was changed, and what you have to repair by hand.',
    )
    .argument('<kept>', 'slug of the organization that stays')
    .argument('<gone>', 'slug of the organization that is merged into it')
    .option('--registry <folder>', 'the registry', REGISTRY_FOLDER)
    .examples('bellwether registry merge cursor anysphere')
    .action(async (kept: string, gone: string, { registry }: { registry: string }) => {
      for (const path of mergeOrganizations(registry, kept, gone)) say(path);
      await sayFaults(registry);
    });
}

export function addCommand(): Command {
  return new Command('add')
    .summary('track another company')
    .description(
      'Writes companies/<slug>.yaml with what every company needs. Website, location and LinkedIn page are added by hand, each with the source that was read.',
    )
    .argument('<slug>', 'lower-case words joined by hyphens; its address')
    .requiredOption('--name <name>', 'what it is called')
    .requiredOption('--sector <slug>', 'a slug of sectors.yaml')
    .requiredOption('--description <text>', 'one sentence, in your own words, without praise')
    .requiredOption('--github <account>', 'its GitHub account')
    .requiredOption('--repository <owner/name...>', 'its repositories, most important first')
    .option('--registry <folder>', 'the registry', REGISTRY_FOLDER)
    .examples(
      'bellwether registry add acme --name Acme --sector databases --description "A database." --github acme --repository acme/acme',
    )
    .action(
      async (
        slug: string,
        {
          registry,
          repository,
          ...rest
        }: Omit<NewCompany, 'repositories'> & { registry: string; repository: string[] },
      ) => {
        say(addCompany(registry, slug, { ...rest, repositories: repository }));
        await sayFaults(registry);
      },
    );
}

/** What is to be mended by hand now; the exit status says whether there is anything. */
async function sayFaults(folder: string): Promise<void> {
  const { faults } = await checkRegistry(folder);
  for (const fault of faults) say(faultLine(fault));
  if (faults.length > 0)
    throw new BellwetherError(
      'registry-invalid',
      `The registry has ${counted(faults.length, 'fault')} now; repair them by hand.`,
    );
}
