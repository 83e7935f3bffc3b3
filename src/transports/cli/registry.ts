/** `bellwether registry`: checks and edits the files that people review (docs/registry.md). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import { BellwetherError } from '../../lib/errors.ts';
import { isoDay, parseDay, today } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { addCompany } from '../../registry/add-company.ts';
import {
  type AuditedFact,
  auditedFacts,
  oldFacts,
  reportedFacts,
  weakFacts,
} from '../../registry/audit.ts';
import { canonicalForm } from '../../registry/canonical-form.ts';
import { completenessNote, completenessTable } from '../../registry/completeness.ts';
import { GAP_NAMES, gapsOf } from '../../registry/gaps.ts';
import { giveNotice } from '../../registry/give-notice.ts';
import { checkRegistry, faultLine, loadRegistry } from '../../registry/load-registry.ts';
import { mergeOrganizations } from '../../registry/merge-organizations.ts';
import { NOTICE_KINDS, NOTICE_ROLES } from '../../registry/notices.ts';
import { organizationFiles } from '../../registry/organization-files.ts';
import { defineCommand, note, say, show, upTo } from './command.ts';
import { Project, REGISTRY_FOLDER } from './project.ts';

const MAX_DAYS = 99_999;

export function command() {
  const registry = defineCommand(
    'registry',
    'The registry is the folder registry/: files that people edit and review. Each command takes another folder after its own arguments.',
    'bellwether registry check',
    'bellwether registry fmt --check',
    'bellwether registry add acme --name Acme --sector databases --description "A database." --github acme --repository acme/acme',
    'bellwether registry merge cursor anysphere',
    'bellwether registry dispute langfuse/round/seed --by company --reason "The company says why."',
    'bellwether registry dispute langfuse/round/seed --outcome upheld --by editor --reason "The filing has the same date."',
    'bellwether registry audit --gaps funding geography',
    'bellwether registry audit --older-than 90',
  );
  addReading(registry);
  addWriting(registry);
  return registry;
}

function addReading(registry: Command): void {
  registry
    .command('check [folder]')
    .description(
      'Read every file, by default with your own companies, and list all faults at once, each with its file, its line and what would be right.',
    )
    .option('--json', 'as JSON')
    .action(async (folder, { json }) => {
      const own = folder === undefined ? new Project().folders.registry : undefined;
      const { faults, registry: sound } = await checkRegistry(folder ?? REGISTRY_FOLDER, {
        today: today(),
        ...(own !== undefined && { own }),
      });
      const companies = counted(sound?.companies.length ?? 0, 'company', 'companies');
      show(json, { faults }, () =>
        sound
          ? [`The registry is sound: ${companies}.`]
          : faults.map((fault) => faultLine(fault, own)),
      );
      if (!sound) throw invalid(`The registry has ${counted(faults.length, 'fault')}.`);
    });
  registry
    .command('audit [folder]')
    .description(
      'List deals that rest on one source, facts known from reports alone, facts whose sources were last read long ago, and an estimate of how many rounds are missing.',
    )
    .option('--older-than <days>', 'days after which a source is old', upTo(MAX_DAYS, 0), 365)
    .addOption(
      new Option('--gaps [names...]', 'only list what is missing of companies').choices(GAP_NAMES),
    )
    .action(async (folder = REGISTRY_FOLDER, { gaps, olderThan }) => {
      const registry = await loadRegistry(folder);
      if (gaps !== undefined) {
        const lacking = gapsOf(registry, gaps === true ? GAP_NAMES : gaps);
        for (const { slug, missing } of lacking) say(`${slug}: ${missing.join(', ')}`);
        const all = count(registry.companies.length);
        return say(`${count(lacking.length)} of ${all} companies lack something.`);
      }
      const facts = auditedFacts(registry);
      const oldest = isoDay(parseDay(today()) - olderThan);
      const list = (heading: string, listed: readonly AuditedFact[]) => {
        say(`${heading}: ${count(listed.length)} of ${counted(facts.length, 'fact')}`);
        for (const { file, fact } of listed) say(`  ${file}${fact === '' ? '' : `: ${fact}`}`);
      };
      list('One source only', weakFacts(facts));
      list('Reports alone', reportedFacts(facts));
      list(`Last read more than ${olderThan} days ago`, oldFacts(facts, oldest));
      for (const row of completenessTable(registry.completeness)) say(row);
      say(completenessNote(registry.completeness));
    });
}

function addWriting(registry: Command): void {
  registry
    .command('fmt [folder]')
    .description(
      'Write the files of companies, funds, acquirers and other organizations in one form: fields in a fixed order, the latest deal first, default values left out. Comments stay. The registry must be sound.',
    )
    .option('--check', 'change nothing; name the files that are not formatted and exit with 1')
    .action(async (folder = REGISTRY_FOLDER, { check }) => {
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
      if (unformatted === 0) return say('Every file is formatted.');
      const files = counted(unformatted, 'file');
      if (check) throw invalid(`${files} not formatted; run bellwether registry fmt.`);
    });
  registry
    .command('add <slug> [folder]')
    .description(
      'Write companies/<slug>.yaml with what every company needs. Website, location and LinkedIn page are added by hand, each with the source that was read.',
    )
    .requiredOption('--name <name>', 'what it is called')
    .requiredOption('--sector <slug>', 'a slug of sectors.yaml')
    .requiredOption('--description <text>', 'one sentence, in your own words, without praise')
    .requiredOption('--github <account>', 'its GitHub account')
    .requiredOption('--repository <owner/name...>', 'its repositories, most important first')
    .action(async (slug, folder = REGISTRY_FOLDER, { repository: repositories, ...given }) => {
      say(addCompany(folder, slug, { ...given, repositories }));
      await refuseFaults(folder);
      note(`Next: bellwether collect ${slug}, and bellwether publish.`);
    });
  registry
    .command('merge <kept> <gone> [folder]')
    .description(
      'Replace every reference to the second organization with the first, and remove the second’s file. Its name becomes an alias, and its slug redirects to the first. Lists what was changed, and what you have to repair by hand.',
    )
    .action(async (kept, gone, folder = REGISTRY_FOLDER) => {
      for (const path of mergeOrganizations(folder, kept, gone)) say(path);
      await refuseFaults(folder);
    });
  registry
    .command('dispute <fact> [folder]')
    .description(
      'Record that a fact, as the dossier’s field "fact" names it, is disputed: it stays published, and the dossier says since when and why. With --outcome, record how that ended, or that a fact was corrected or withdrawn without a dispute. Correct the fact in its file yourself. A withdrawn fact leaves the registry, and a notice takes its place; registry check refuses it if it is added again.',
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
    .action(async (fact, folder = REGISTRY_FOLDER, { outcome: kind, by, reason, on }) => {
      const file = giveNotice(folder, { fact, kind, on, by, reason });
      say(`${fact} is ${kind} since ${on}: ${file}.`);
      await refuseFaults(folder);
      note('Next: bellwether publish, which names the editions that would differ.');
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
