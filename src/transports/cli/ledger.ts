import { messageOf } from '../../lib/errors.ts';
import { count, counted } from '../../lib/prose.ts';
import { auditBooks } from '../../payments/audit.ts';
import { type Debt, debts, deliverDebt } from '../../payments/debts.ts';
import { configuredRails } from '../../payments/rails.ts';
import type { Store } from '../../store/store.ts';
import { eraseCommand } from './erase.ts';
import { Command, upTo } from './options.ts';
import { type Project, withStore } from './project.ts';
import { note, say, sayJson } from './terminal.ts';

/** A day on networks with a block every two seconds. */
const DEFAULT_BLOCKS = 45_000;
const MAX_BLOCKS = 10_000_000;

export function ledgerCommand(): Command {
  const ledger = new Command('ledger')
    .summary('audit the books of credits and payments; erase people from the ledger of commits')
    .description('Works with the books of credits and payments, and with the ledger of commits.');
  ledger
    .command('audit')
    .description(
      'Check that balances equal the sum of their entries, and that every consumption has its answer, every redemption and checkout its grant, and every settlement its transaction. Exits with 1 if there is a fault. The service runs the same check when it starts. Also lists what is owed and, if x402 is configured, transfers on the chain that have no answer; neither is a fault.',
    )
    .option('--json', 'as JSON')
    .option('--no-chain', 'do not read the chain')
    .option(
      '--blocks <number>',
      'how many of the chain’s newest blocks to search',
      upTo(MAX_BLOCKS),
      DEFAULT_BLOCKS,
    )
    .examples(
      'bellwether ledger audit --no-chain',
      'bellwether ledger audit --json --blocks 300000',
    )
    .action(({ json, chain, blocks }: AuditOptions) =>
      withStore(async (store, project) => {
        const audit = await auditBooks(store);
        const unanswered = chain ? await unansweredTransfers(store, project, blocks) : undefined;
        const { faults, counts } = audit;
        if (faults.length > 0) process.exitCode = 1;
        if (json) {
          sayJson({ ...audit, unanswered });
          return;
        }
        for (const { check, subject } of faults) say(`not so: ${check} (${subject})`);
        say(
          faults.length === 0
            ? `The books balance: ${counted(counts.accounts, 'account')}, ${counted(counts.entries, 'entry', 'entries')}, ${counted(counts.answers, 'paid answer')}, ${counted(counts.settlements, 'settled payment')}, ${count(counts.credits)} credits outstanding.`
            : `${counted(faults.length, 'fault')}. Payments stay suspended until there are none.`,
        );
        for (const debt of audit.debts) say(`owed: ${line(debt)}`);
        for (const { transaction, block, amount, payment } of unanswered ?? [])
          say(
            payment === null
              ? `unattributed: ${amount} units in block ${block}, ${transaction}`
              : `not answered yet: ${amount} units in block ${block}, ${transaction} (${payment})`,
          );
      }),
    );
  ledger
    .command('debts')
    .description(
      'List answers that were paid for by x402 and never delivered. Buyers fetch them with the authorization that they paid with; `ledger deliver` delivers one by hand.',
    )
    .option('--json', 'as JSON')
    .examples('bellwether ledger debts', 'bellwether ledger debts --json')
    .action(({ json }: { json?: true }) =>
      withStore(async (store) => {
        const owed = await debts(store);
        if (json) sayJson(owed);
        else if (owed.length === 0) say('Nothing is owed.');
        else for (const debt of owed) say(line(debt));
      }),
    );
  ledger
    .command('deliver')
    .description(
      'Write an answer that is owed to standard output, for the buyer, and record that it was delivered.',
    )
    .argument('<transaction>', 'hash of the transfer, or the payment that debts names')
    .examples(
      'bellwether ledger deliver 0x8abd3f2c5e7a9b1d4c6e8f0a2b4d6e8f0a1c3e5d7f9b1a3c5e7d9f1b3a5c8ebb',
    )
    .action((transaction: string) =>
      withStore(async (store) => say(await deliverDebt(store, transaction))),
    );
  ledger.addCommand(eraseCommand());
  return ledger;
}

type AuditOptions = { json?: true; chain: boolean; blocks: number };

function line({ settledAt, company, amount, transaction, payment }: Debt): string {
  return `${settledAt}  ${company}  ${amount} units  ${transaction}  ${payment}`;
}

/** Undefined where payment by x402 is not configured, or its network does not answer. */
async function unansweredTransfers(store: Store, project: Project, blocks: number) {
  const { payments } = project.settings;
  if (!payments.x402.isComplete) return undefined;
  const unused = { isComplete: false as const, missing: [] };
  try {
    const { x402 } = await configuredRails(
      { ...payments, solana: unused, checkout: unused },
      { store, watch: () => undefined },
      await project.seller(),
    );
    return await x402?.unanswered(blocks);
  } catch (error) {
    note(`The chain was not read: ${messageOf(error)}`);
    return undefined;
  }
}
