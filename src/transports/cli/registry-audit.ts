/** `bellwether registry audit`: what of the registry needs attention. */
import { Argument, Command, Option } from '@commander-js/extra-typings';
import { isoDay, parseDay, today } from '../../lib/period.ts';
import { count } from '../../lib/prose.ts';
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

/** The default is described in words, since help must not depend on where the program is installed. */
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
    .action(async (folder, { gaps, olderThan, online }) => {
      const registry = await loadRegistry(folder);
      if (gaps !== undefined) return listGaps(registry, gaps === true ? GAP_NAMES : gaps);
      const facts = auditedFacts(registry);
      listFacts(facts, olderThan);
      for (const row of completenessTable(registry.completeness)) say(row);
      say(completenessNote(registry.completeness));
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
