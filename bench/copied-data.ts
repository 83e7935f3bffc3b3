/**
 * The shipped registry and ledger several times over: each copy of a company has a slug, a name, and
 * repositories of its own, and the same numbers. The ledger is made once and kept in `BENCH_DIR`, or
 * in the system's temporary folder.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withEngine } from '../src/pipeline/ledger/duckdb.ts';
import { attachLedger, type Ledger, openLedger } from '../src/pipeline/ledger/ledger.ts';
import { partsOf } from '../src/pipeline/ledger/ledger-manifest.ts';
import { TABLES } from '../src/pipeline/ledger/ledger-tables.ts';
import { writeLedger } from '../src/pipeline/ledger/write-ledger.ts';
import { loadRegistry } from '../src/registry/load-registry.ts';
import type { Company, Registry } from '../src/registry/schema.ts';
import { REGISTRY_FOLDER, SHIPPED_LEDGER } from '../src/transports/cli/project.ts';

export type CopiedData = { ledger: Ledger; registry: Registry };

/** @param copies 1 for the data as they ship */
export async function copiedData(copies: number): Promise<CopiedData> {
  const shipped = await openLedger(SHIPPED_LEDGER);
  if (!shipped) throw new Error('the shipped ledger is missing');
  const registry = await loadRegistry(REGISTRY_FOLDER);
  if (copies === 1) return { ledger: shipped, registry };
  return {
    ledger: await copiedLedger(shipped, copies),
    registry: {
      ...registry,
      companies: Array.from({ length: copies }, (_, copy) =>
        registry.companies.map((company) => copyOf(company, copy)),
      ).flat(),
    },
  };
}

function copyOf(company: Company, copy: number): Company {
  if (copy === 0) return company;
  return {
    ...company,
    slug: `${company.slug}-${copy}`,
    name: `${company.name} ${copy}`,
    repositories: company.repositories.map((repository) => ({
      ...repository,
      name: `${repository.name}-${copy}`,
    })),
  };
}

async function copiedLedger(shipped: Ledger, copies: number): Promise<Ledger> {
  const rows = partsOf(shipped.manifest, 'activity')[0]?.sha256.slice(0, 8);
  const folder = join(process.env['BENCH_DIR'] ?? tmpdir(), `bellwether-copied-${copies}-${rows}`);
  const known = await openLedger(folder);
  if (known) return known;
  console.log(`Making ${copies} copies of the shipped ledger in ${folder} …`);
  const named = (column: string) =>
    `CASE WHEN copy = 0 THEN ${column} ELSE ${column} || '-' || copy END AS ${column}`;
  return withEngine(async (connection) => {
    await attachLedger(connection, shipped);
    for (const table of TABLES) {
      const replaced = [named('company'), named('repository')].join(', ');
      await connection.run(
        `CREATE VIEW new_${table} AS SELECT * EXCLUDE (copy) REPLACE (${replaced})
         FROM ${table}, range(${copies}) AS copies(copy)`,
      );
    }
    return writeLedger(connection, folder);
  });
}
