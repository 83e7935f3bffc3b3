import { Command } from 'commander';
import { auditLedger } from '../../payments/audit.ts';
import { withStore } from './project.ts';
import { counted, grouped, say } from '../../transports/cli/terminal.ts';

export function ledgerCommand(): Command {
  const ledger = new Command('ledger')
    .summary('prove the books of credits and payments')
    .description('The ledger of credits, and everything that must agree with it.');
  ledger
    .command('audit')
    .description(
      'Prove that balances equal their entries, and that every consumption has its answer, every redemption and checkout its grant, every settlement its transaction. Exits with 1 where something is at fault. The service runs the same at its start.',
    )
    .option('--json', 'as JSON')
    .copyInheritedSettings(ledger)
    .action(({ json }: { json?: true }) =>
      withStore(async (store) => {
        const audit = await auditLedger(store);
        const { faults, counts } = audit;
        if (faults.length > 0) process.exitCode = 1;
        if (json) {
          say(JSON.stringify(audit, null, 2));
          return;
        }
        for (const { check, subject } of faults) say(`not so: ${check} (${subject})`);
        say(
          faults.length === 0
            ? `The books balance: ${counted(counts.accounts, 'account')}, ${counted(counts.entries, 'entry', 'entries')}, ${counted(counts.answers, 'paid answer')}, ${counted(counts.settlements, 'settled payment')}, ${grouped(counts.credits)} credits outstanding.`
            : `${counted(faults.length, 'fault')}. Payments stay suspended until there is none.`,
        );
      }),
    );
  return ledger;
}
