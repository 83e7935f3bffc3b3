/** `bellwether registry dispute`, `correct`, `uphold` and `withdraw` (docs/rights.md). */

import { Option } from 'commander';
import { today } from '../../../lib/period.ts';
import { giveNotice } from '../../../registry/give-notice.ts';
import { checkRegistry, faultLine } from '../../../registry/load-registry.ts';
import { NOTICE_ROLES, type Notice } from '../../../registry/notices.ts';
import { Command } from '../options.ts';
import { REGISTRY_FOLDER } from '../project.ts';
import { note, say } from '../terminal.ts';

type NoticeOptions = { by: Notice['by']; reason: string; on?: string; registry: string };

const COMMANDS: readonly {
  name: string;
  kind: Notice['kind'];
  description: string;
  next: string;
}[] = [
  {
    name: 'dispute',
    kind: 'disputed',
    description:
      'Record that somebody disputes a fact. It stays published, and the dossier says since when and why it is disputed.',
    next: 'When the dispute is settled, run registry correct, uphold or withdraw.',
  },
  {
    name: 'correct',
    kind: 'corrected',
    description:
      'Record that a fact was corrected, which ends a dispute. Correct the fact itself in the file that this command names.',
    next: 'Correct the fact in the file, with its source, if you have not done so yet.',
  },
  {
    name: 'uphold',
    kind: 'upheld',
    description: 'Record that a disputed fact stands, and why.',
    next: 'The dossier keeps the dispute and its outcome.',
  },
  {
    name: 'withdraw',
    kind: 'withdrawn',
    description:
      'Take a fact out of the registry and leave a notice in its place: its name, and when and why it was withdrawn. registry check refuses the fact if it is added again.',
    next: 'Publishing names the editions that would differ; --correct publishes them as revisions.',
  },
];

export function noticeSubcommands(): Command[] {
  return COMMANDS.map(({ name, kind, description, next }) =>
    new Command(name)
      .description(description)
      .argument('<fact>', 'the name in the dossier’s field "fact"')
      .addOption(
        new Option('--by <role>', 'the role of the person who reported it')
          .choices(NOTICE_ROLES)
          .makeOptionMandatory(),
      )
      .requiredOption('--reason <text>', 'one line that names no person')
      .option('--on <day>', 'the day of the notice; the default is today')
      .option('--registry <folder>', 'the registry', REGISTRY_FOLDER)
      .examples(
        `bellwether registry ${name} langfuse/round/seed --by company --reason "The company says why."`,
      )
      .action(async (fact: string, { by, reason, on, registry }: NoticeOptions) => {
        const day = on ?? today();
        const file = giveNotice(registry, { fact, kind, on: day, by, reason });
        say(`${fact} is ${kind} since ${day}: ${file}.`);
        note(next);
        const { faults } = await checkRegistry(registry);
        if (faults.length === 0) return;
        process.exitCode = 1;
        note('Repair before you publish:');
        for (const fault of faults) say(faultLine(fault));
      }),
  );
}
