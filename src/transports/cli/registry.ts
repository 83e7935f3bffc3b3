import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { BellwetherError } from '../../lib/errors.ts';
import { today } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { recordedSource } from '../../pipeline/collect/sources.ts';
import { suspectsAmong } from '../../pipeline/collect/suspects.ts';
import { accountRules } from '../../pipeline/signals/accounts.ts';
import {
  type AuditedFact,
  auditedFacts,
  oldFacts,
  reportedFacts,
  unansweredAddresses,
  weakFacts,
} from '../../registry/audit.ts';
import { coverageOf } from '../../registry/coverage.ts';
import { checkRegistry, faultLine, loadRegistry } from '../../registry/load-registry.ts';
import type { Registry } from '../../registry/schema.ts';
import { Command } from './options.ts';
import { Project, REGISTRY_FOLDER } from './project.ts';
import { addCommand, formatCommand, mergeCommand } from './registry/edit.ts';
import { noticeSubcommands } from './registry/notices.ts';
import { completenessCommand, gapsCommand, schemaCommand } from './registry/show.ts';
import { ProgressLine, say } from './terminal.ts';

export function registryCommand(): Command {
  const registry = new Command('registry')
    .summary('work with the registry of companies')
    .description('The registry is the folder registry/: files that people edit and review.');
  registry
    .command('check')
    .summary('check every file of the registry')
    .description(
      'Reads every file and lists all faults at once, each with its file, its line and what would be right.',
    )
    .argument('[folder]', 'a registry; by default the shipped one, with your own companies added')
    .examples('bellwether registry check', 'bellwether registry check ./my-registry')
    .action(async (folder: string | undefined) => {
      const own = folder === undefined ? new Project().folders.registry : undefined;
      const { faults, registry: read } = await checkRegistry(folder ?? REGISTRY_FOLDER, {
        today: today(),
        ...(own !== undefined && { own }),
      });
      if (!read) {
        for (const fault of faults) say(faultLine(fault, own));
        throw new BellwetherError(
          'registry-invalid',
          `The registry has ${counted(faults.length, 'fault')}.`,
        );
      }
      const repositories = read.companies.flatMap((company) => company.repositories);
      say(
        `The registry is sound: ${counted(read.companies.length, 'company', 'companies')}, ${counted(repositories.length, 'repository', 'repositories')}, ${counted(read.sectors.length, 'sector')}.`,
      );
      say(`Deals: ${dealCounts(read)}.`);
    });
  registry
    .command('audit')
    .summary('list facts whose sources need attention')
    .description(
      'Lists deals that rest on one source, facts known from reports alone, and facts whose sources were last read long ago. With --online it also requests every source’s address and lists the addresses that do not answer. With --recorded it also lists the authors of recorded histories that may be automations or coding agents, by their share of a company’s commits.',
    )
    .argument('[folder]', 'the registry', REGISTRY_FOLDER)
    .option('--older-than <days>', 'days after which a source counts as old', wholeDays, 365)
    .option('--online', 'request every address; takes some minutes')
    .option('--recorded <folder>', 'read the authors of recorded histories')
    .examples('bellwether registry audit', 'bellwether registry audit --older-than 90 --online')
    .action(async (folder: string, options: AuditOptions) => {
      const registry = await loadRegistry(folder);
      const facts = auditedFacts(registry);
      const before = new Date(Date.now() - options.olderThan * 86_400_000).toISOString();
      const weak = weakFacts(facts);
      const reported = reportedFacts(facts);
      const old = oldFacts(facts, before.slice(0, 10));
      section(`One source only: ${count(weak.length)} of ${count(facts.length)} facts`, weak);
      section(`Reports alone: ${count(reported.length)}`, reported);
      section(`Last read more than ${options.olderThan} days ago: ${count(old.length)}`, old);
      if (options.recorded !== undefined) await listSuspects(registry, options.recorded);
      if (!options.online) {
        say('Addresses were not checked; --online does that.');
        return;
      }
      const progress = await ProgressLine.begin('Checking addresses …');
      const silent = await unansweredAddresses(facts, (done, all) =>
        progress.update(`Checking addresses: ${count(done)} of ${count(all)}`),
      );
      progress.done('Checked every address');
      say(`Addresses that do not answer: ${count(silent.length)}`);
      for (const { url, why, files } of silent) say(`  ${url}: ${why} (${files.join(', ')})`);
    });
  for (const command of [
    addCommand,
    mergeCommand,
    formatCommand,
    gapsCommand,
    completenessCommand,
    schemaCommand,
  ])
    registry.addCommand(command());
  for (const command of noticeSubcommands()) registry.addCommand(command);
  return registry;
}

function dealCounts(registry: Registry): string {
  const counts = coverageOf(registry);
  return [
    `${counted(counts.documentedAcquisitions, 'acquisition')} by ${counted(counts.acquirers, 'acquirer')}`,
    `${counted(counts.documentedRounds, 'round')}`,
    `${counted(registry.deals.holdings.length, 'holding')}`,
    `${counted(registry.deals.valuations.length, 'valuation')}`,
    `${counted(counts.fundsWithPortfolio, 'fund')} with a portfolio`,
    `${counted(counts.trackedCompaniesWithStage, 'tracked company', 'tracked companies')} with a stage`,
    `${counted(counts.answerableEntities, 'answerable entity', 'answerable entities')}`,
  ].join(', ');
}

function section(heading: string, facts: readonly AuditedFact[]): void {
  say(heading);
  for (const { file, fact } of facts) say(`  ${file}${fact === '' ? '' : `: ${fact}`}`);
}

type AuditOptions = { olderThan: number; online?: true; recorded?: string };

/** Authors to look at before the lists of accounts are extended, the largest share first. */
async function listSuspects(registry: Registry, folder: string): Promise<void> {
  const source = await recordedSource(resolve(folder));
  const { signal } = new AbortController();
  const suspects = [];
  for (const { slug, repositories } of registry.companies) {
    const opened = await Promise.all(repositories.map(({ name }) => source.open(name, signal)));
    const histories = opened.flatMap(({ history }) => history ?? []);
    for (const suspect of await suspectsAmong(histories, accountRules(registry)))
      suspects.push({ slug, ...suspect });
  }
  say(`Authors that may be automations or coding agents: ${count(suspects.length)}`);
  for (const { slug, name, countsAs, commits, share, codeShare } of suspects.toSorted(
    (left, right) => right.share - left.share,
  ))
    say(
      `  ${name} of ${slug} counts as ${countsAs}: ${counted(commits, 'commit')} (${percent(share, 2)}), ${percent(codeShare, 0)} of its files are code`,
    );
}

function percent(share: number, digits: number): string {
  return `${(100 * share).toFixed(digits)}%`;
}

function wholeDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a number of days, like 365.');
}
