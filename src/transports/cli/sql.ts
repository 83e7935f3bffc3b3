/** `bellwether sql`: what a number was counted from, and the statement that counts it. */
import { BellwetherError } from '../../lib/errors.ts';
import { parsePeriod } from '../../lib/period.ts';
import { trackedCompanies } from '../../pipeline/edition/ledger-plan.ts';
import { measureStatement } from '../../pipeline/edition/measure-statement.ts';
import { withLedger } from '../../pipeline/ledger/ledger.ts';
import { Command } from './options.ts';
import { openProject } from './project.ts';
import { say } from './terminal.ts';

export function sqlCommand(): Command {
  return new Command('sql')
    .summary('print a measure of a startup, and its SQL')
    .description(
      'Prints the rows of a measure of one startup and week, after the statement that gives them. The statement reads the ledger’s Parquet files and runs in the DuckDB shell as it is. A name that is none lists all measures.',
    )
    .argument('<measure>', 'like composition')
    .argument('<startup>', 'its slug')
    .argument('<week>', 'like 2026-w31')
    .examples('bellwether sql composition prefect 2026-w31')
    .action(async (name, slug, week) => {
      const period = parsePeriod(week);
      if (!period) throw new BellwetherError('usage', `${week} is not an ISO week like 2026-w31.`);
      const project = await openProject();
      const [ledger, registry] = [await project.ledger(), await project.registry()];
      await withLedger(ledger, async (connection) => {
        const tracked = trackedCompanies(registry);
        const question = { name, slug, period };
        const statement = await measureStatement(connection, ledger, tracked, question);
        const answer = await connection.runAndReadAll(statement);
        say(statement);
        say('');
        say(answer.columnNames().join('\t'));
        for (const row of answer.getRows()) say(row.join('\t'));
      });
    });
}
