/** `bellwether sql`: the rows that a number was counted from, and the statement that counts them. */
import { BellwetherError } from '../../lib/errors.ts';
import { parsePeriod } from '../../lib/period.ts';
import { trackedCompanies } from '../../pipeline/edition/ledger-plan.ts';
import { measureStatement } from '../../pipeline/edition/measurements.ts';
import { withLedger } from '../../pipeline/ledger/ledger.ts';
import { defineCommand, say } from './command.ts';
import { openProject } from './project.ts';

export function command() {
  return defineCommand(
    'sql',
    'Prints the rows of a measure of one startup and week, after the statement that gives them. The statement reads the ledger’s Parquet files and runs in the DuckDB shell as it is. A name that is none lists all measures.',
    'bellwether sql composition prefect 2026-w31',
  )
    .argument('<measure>', 'like composition')
    .argument('<startup>', 'its slug')
    .argument('<week>', 'like 2026-w31')
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
        say(`${statement}\n`);
        say(answer.columnNames().join('\t'));
        for (const row of answer.getRows()) say(row.join('\t'));
      });
    });
}
