/** `bellwether registry audit`: what of the registry needs attention. */
import { resolve } from 'node:path';
import { Argument, Command, Option } from '@commander-js/extra-typings';
import { isoDay, parseDay, today } from '../../lib/period.ts';
import { count, counted, percent } from '../../lib/prose.ts';
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
import { completenessNote, completenessTable } from '../../registry/completeness.ts';
import { GAP_NAMES, gapsOf } from '../../registry/gaps.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import type { Registry } from '../../registry/schema.ts';
import { say, upTo, withProgress } from './command.ts';
import { REGISTRY_FOLDER } from './project.ts';

const MAX_DAYS = 99_999;

/** Its default is told by what it is, since help is the same wherever the program lies. */
export const registryArgument = () =>
  new Argument('[folder]', 'the registry').default(REGISTRY_FOLDER, 'of this checkout');

export function auditCommand() {
  return new Command('audit')
    .description(
      'List deals that rest on one source, facts known from reports alone, facts whose sources were last read long ago, and an estimate of how many rounds are missing.',
    )
    .addArgument(registryArgument())
    .option('--older-than <days>', 'days after which a source is old', upTo(MAX_DAYS, 0), 365)
    .addOption(
      new Option('--gaps [names...]', 'only list what is missing of companies').choices(GAP_NAMES),
    )
    .option('--online', 'also request the address of every source; takes some minutes')
    .option(
      '--recorded <folder>',
      'also list authors of recorded histories that may be automations or coding agents',
    )
    .action(async (folder, { gaps, olderThan, online, recorded }) => {
      const registry = await loadRegistry(folder);
      if (gaps !== undefined) return listGaps(registry, gaps === true ? GAP_NAMES : gaps);
      const facts = auditedFacts(registry);
      listFacts(facts, olderThan);
      for (const row of completenessTable(registry.completeness)) say(row);
      say(completenessNote(registry.completeness));
      if (recorded !== undefined) await listSuspects(registry, recorded);
      if (online) await listSilent(facts);
      else say('Addresses were not requested; --online does that.');
    });
}

function listFacts(facts: readonly AuditedFact[], days: number): void {
  const weak = weakFacts(facts);
  const reported = reportedFacts(facts);
  const old = oldFacts(facts, isoDay(parseDay(today()) - days));
  const sections: [heading: string, facts: readonly AuditedFact[]][] = [
    [`One source only: ${count(weak.length)} of ${count(facts.length)} facts`, weak],
    [`Reports alone: ${count(reported.length)}`, reported],
    [`Last read more than ${days} days ago: ${count(old.length)}`, old],
  ];
  for (const [heading, listed] of sections) {
    say(heading);
    for (const { file, fact } of listed) say(`  ${file}${fact === '' ? '' : `: ${fact}`}`);
  }
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
      `  ${name} of ${slug} counts as ${countsAs}: ${counted(commits, 'commit')} (${percent(share)}), ${percent(codeShare)} of its files are code`,
    );
}
