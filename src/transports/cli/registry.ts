/** `bellwether registry`: checks and edits the files that people review (docs/registry.md). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command, Option } from '@commander-js/extra-typings';
import { BellwetherError } from '../../lib/errors.ts';
import { isoDay, parseDay, today } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { addCompany } from '../../registry/add-company.ts';
import {
  type AuditedFact,
  auditedFacts,
  oldFacts,
  reportedFacts,
  unansweredAddresses,
  weakFacts,
} from '../../registry/audit.ts';
import { canonicalForm } from '../../registry/canonical-form.ts';
import { completenessNote, completenessTable } from '../../registry/completeness.ts';
import { GAP_NAMES, gapsOf } from '../../registry/gaps.ts';
import { giveNotice } from '../../registry/give-notice.ts';
import { checkRegistry, faultLine, loadRegistry } from '../../registry/load-registry.ts';
import { mergeOrganizations } from '../../registry/merge-organizations.ts';
import { NOTICE_KINDS, NOTICE_ROLES, type Notice } from '../../registry/notices.ts';
import { organizationFiles } from '../../registry/organization-files.ts';
import type { Registry } from '../../registry/schema.ts';
import { defineCommand, note, say, show, upTo, withProgress } from './command.ts';
import { Project, REGISTRY_FOLDER } from './project.ts';

const NEXT_STEPS: Readonly<Record<Notice['kind'], string>> = {
  disputed: 'When the dispute is settled, run it again with --outcome.',
  corrected: 'Correct the fact in the file, with its source, if you have not done so yet.',
  upheld: 'The dossier keeps the dispute and its outcome.',
  withdrawn:
    'Publishing names the editions that would differ; --correct publishes them as revisions.',
};

/** The default is described in words, since help must not depend on where the program is installed. */
const registryArgument = () =>
  new Argument('[folder]', 'the registry').default(REGISTRY_FOLDER, 'of this checkout');

/** The same folder as an option. */
const registryFolder = () =>
  new Option('--registry <folder>', 'the registry').default(REGISTRY_FOLDER, 'of this checkout');

export function command() {
  const registry = defineCommand(
    'registry',
    'The registry is the folder registry/: files that people edit and review.',
    'bellwether registry check',
    'bellwether registry fmt --check',
    'bellwether registry add acme --name Acme --sector databases --description "A database." --github acme --repository acme/acme',
    'bellwether registry merge cursor anysphere',
    'bellwether registry dispute langfuse/round/seed --by company --reason "The company says why."',
    'bellwether registry dispute langfuse/round/seed --outcome upheld --by editor --reason "The filing has the same date."',
    'bellwether registry audit --gaps funding geography',
    'bellwether registry audit --older-than 90 --online',
  );
  addReading(registry);
  addWriting(registry);
  addAudit(registry);
  return registry;
}

function addReading(registry: Command): void {
  registry
    .command('check')
    .description(
      'Read every file and list all faults at once, each with its file, its line and what would be right.',
    )
    .argument('[folder]', 'a registry; by default the shipped one, with your own companies added')
    .option('--json', 'as JSON')
    .action(async (folder, { json }) => {
      const own = folder === undefined ? new Project().folders.registry : undefined;
      const { faults, registry: sound } = await checkRegistry(folder ?? REGISTRY_FOLDER, {
        today: today(),
        ...(own !== undefined && { own }),
      });
      const lines = sound ? summary(sound) : faults.map((fault) => faultLine(fault, own));
      show(json, { faults }, () => lines);
      if (!sound) throw invalid(`The registry has ${counted(faults.length, 'fault')}.`);
    });
  registry
    .command('fmt')
    .description(
      'Write the files of companies, funds, acquirers and other organizations in one form: fields in a fixed order, the latest deal first, default values left out. Comments stay. The registry must be sound.',
    )
    .addArgument(registryArgument())
    .option('--check', 'change nothing; name the files that are not formatted and exit with 1')
    .action(async (folder, { check }) => {
      await loadRegistry(folder);
      let unformatted = 0;
      for (const { path, schema } of organizationFiles(folder)) {
        const text = readFileSync(join(folder, path), 'utf8');
        const formatted = canonicalForm(text, schema);
        if (formatted === text) continue;
        unformatted += 1;
        say(path);
        if (!check) writeFileSync(join(folder, path), formatted);
      }
      if (unformatted === 0) say('Every file is formatted.');
      else if (check)
        throw new BellwetherError(
          'registry-form',
          `${counted(unformatted, 'file')} not formatted; run bellwether registry fmt.`,
        );
    });
}

function addWriting(registry: Command): void {
  registry
    .command('add <slug>')
    .description(
      'Write companies/<slug>.yaml with what every company needs. Website, location and LinkedIn page are added by hand, each with the source that was read.',
    )
    .requiredOption('--name <name>', 'what it is called')
    .requiredOption('--sector <slug>', 'a slug of sectors.yaml')
    .requiredOption('--description <text>', 'one sentence, in your own words, without praise')
    .requiredOption('--github <account>', 'its GitHub account')
    .requiredOption('--repository <owner/name...>', 'its repositories, most important first')
    .addOption(registryFolder())
    .action(async (slug, { registry: folder, repository: repositories, ...given }) => {
      say(addCompany(folder, slug, { ...given, repositories }));
      await refuseFaults(folder);
      note(`Next: bellwether collect ${slug}, and bellwether publish.`);
    });
  registry
    .command('merge <kept> <gone>')
    .description(
      'Replace every reference to the second organization with the first, and remove the second’s file. Its name becomes an alias, and its slug redirects to the first. Lists what was changed, and what you have to repair by hand.',
    )
    .addOption(registryFolder())
    .action(async (kept, gone, { registry: folder }) => {
      for (const path of mergeOrganizations(folder, kept, gone)) say(path);
      await refuseFaults(folder);
    });
  registry
    .command('dispute <fact>')
    .description(
      'Record that a fact, as the dossier’s field "fact" names it, is disputed: it stays published, and the dossier says since when and why. With --outcome, record how that ended, or that a fact was corrected or withdrawn without a dispute. A withdrawn fact leaves the registry, and a notice takes its place; registry check refuses it if it is added again.',
    )
    .addOption(
      new Option('--outcome <kind>', 'of the dispute')
        .choices(NOTICE_KINDS)
        .default('disputed' as const),
    )
    .addOption(
      new Option('--by <role>', 'the role of the person who reported it')
        .choices(NOTICE_ROLES)
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'one line that names no person')
    .addOption(new Option('--on <day>', 'the day of the notice').default(today(), 'today'))
    .addOption(registryFolder())
    .action(async (fact, { outcome: kind, by, reason, on, registry: folder }) => {
      const file = giveNotice(folder, { fact, kind, on, by, reason });
      say(`${fact} is ${kind} since ${on}: ${file}.`);
      note(NEXT_STEPS[kind]);
      await refuseFaults(folder);
    });
}

/** Lists what is to be repaired by hand now. @throws BellwetherError `registry-invalid` */
async function refuseFaults(folder: string): Promise<void> {
  const { faults } = await checkRegistry(folder);
  for (const fault of faults) say(faultLine(fault));
  if (faults.length > 0)
    throw invalid(`The registry has ${counted(faults.length, 'fault')} now; repair them by hand.`);
}

function invalid(message: string): BellwetherError {
  return new BellwetherError('registry-invalid', message);
}

function summary({ companies, sectors }: Registry): string[] {
  const repositories = companies.flatMap((company) => company.repositories);
  return [
    `The registry is sound: ${counted(companies.length, 'company', 'companies')}, ${counted(repositories.length, 'repository', 'repositories')}, ${counted(sectors.length, 'sector')}.`,
  ];
}

const MAX_DAYS = 99_999;

function addAudit(registry: Command): void {
  registry
    .command('audit')
    .description(
      'List deals that rest on one source, facts known from reports alone, facts whose sources were last read long ago, and an estimate of how many rounds are missing.',
    )
    .addArgument(registryArgument())
    .option('--older-than <days>', 'days after which a source is old', upTo(MAX_DAYS, 0), 365)
    .addOption(
      new Option('--gaps [names...]', 'only list what is missing of companies').choices(GAP_NAMES),
    )
    .option('--online', 'also request the address of every source; takes some minutes')
    .action(async (folder, { gaps, olderThan, online }) => {
      const registry = await loadRegistry(folder);
      if (gaps !== undefined) return listGaps(registry, gaps === true ? GAP_NAMES : gaps);
      const facts = auditedFacts(registry);
      const oldest = isoDay(parseDay(today()) - olderThan);
      listFacts('One source only', weakFacts(facts), facts);
      listFacts('Reports alone', reportedFacts(facts), facts);
      listFacts(`Last read more than ${olderThan} days ago`, oldFacts(facts, oldest), facts);
      for (const row of completenessTable(registry.completeness)) say(row);
      say(completenessNote(registry.completeness));
      if (online) await listSilent(facts);
      else say('Addresses were not requested; --online does that.');
    });
}

function listFacts(
  heading: string,
  listed: readonly AuditedFact[],
  { length }: readonly AuditedFact[],
): void {
  say(`${heading}: ${count(listed.length)} of ${counted(length, 'fact')}`);
  for (const { file, fact } of listed) say(`  ${file}${fact === '' ? '' : `: ${fact}`}`);
}

/** Companies with missing facts; funding is wanted most. */
function listGaps(registry: Registry, names: Parameters<typeof gapsOf>[1]): void {
  const gaps = gapsOf(registry, names);
  for (const { slug, missing } of gaps) say(`${slug}: ${missing.join(', ')}`);
  say(`${count(gaps.length)} of ${count(registry.companies.length)} companies lack something.`);
}

async function listSilent(facts: readonly AuditedFact[]): Promise<void> {
  const done = () => 'Requested every address';
  const silent = await withProgress('Requesting addresses …', done, (update) =>
    unansweredAddresses(facts, (done, all) =>
      update(`Requesting addresses: ${count(done)} of ${count(all)}`),
    ),
  );
  say(`Addresses that do not answer: ${count(silent.length)}`);
  for (const { url, why, files } of silent) say(`  ${url}: ${why} (${files.join(', ')})`);
}
