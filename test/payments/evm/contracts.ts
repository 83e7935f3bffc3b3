/** The Solidity of contracts/, compiled by the npm package solc: nothing is downloaded. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Hex } from 'viem';
import { z } from 'zod';
import { SOLC } from '../../chains/solc.ts';

const SOURCES = join(import.meta.dirname, 'contracts');
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/bellwether');

const hex = z.custom<Hex>((code) => typeof code === 'string' && /^0x([0-9a-f]{2})*$/.test(code));
const contract = z.object({
  /** the code that a transaction deploys it with, before the constructor's arguments */
  creationCode: hex,
  /** the code that stands at its address then */
  runtimeCode: hex,
});
const contracts = z.object({
  TestDollar: contract,
  OwnedWallet: contract,
  OwnedWalletFactory: contract,
  Multicall3: contract,
});
export type Contracts = z.infer<typeof contracts>;

const bytecode = z.object({ object: z.string() });
const compilerOutput = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(z.string(), z.object({ evm: z.object({ bytecode, deployedBytecode: bytecode }) })),
    )
    .default({}),
});

let compiled: Promise<Contracts> | undefined;

/** The contracts' code: compiled once a process, and on this machine once a version of the sources. */
export function compiledContracts(): Promise<Contracts> {
  compiled ??= readOrCompile();
  return compiled;
}

async function readOrCompile(): Promise<Contracts> {
  const input = JSON.stringify(await compilerInput());
  const key = createHash('sha256')
    .update(await readFile(SOLC.packageFile))
    .update(input)
    .digest('hex');
  const path = join(CACHE, `evm-contracts-${key}.json`);
  const cached = await readFile(path, 'utf8').catch(() => undefined);
  if (cached !== undefined) return contracts.parse(JSON.parse(cached));
  const fresh = await compile(SOLC.program, input);
  await save(path, JSON.stringify(fresh));
  return fresh;
}

async function compilerInput() {
  const names = (await readdir(SOURCES)).filter((name) => name.endsWith('.sol')).sort();
  const sources = await Promise.all(
    names.map(async (name) => [name, { content: await readFile(join(SOURCES, name), 'utf8') }]),
  );
  return {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      outputSelection: {
        '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] },
      },
    },
  };
}

/**
 * Runs the compiler in a process of its own: it takes seconds without a pause, and it leaves a
 * handler of unhandled rejections behind.
 */
async function compile(solc: string, input: string): Promise<Contracts> {
  const running = promisify(execFile)(process.execPath, [solc, '--standard-json'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(input);
  const { stdout } = await running;
  const output = compilerOutput.parse(JSON.parse(stdout.slice(stdout.indexOf('{'))));
  const errors = output.errors.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'));
  const named = Object.values(output.contracts).flatMap((file) => Object.entries(file));
  return contracts.parse(
    Object.fromEntries(
      named.map(([name, { evm }]) => [
        name,
        {
          creationCode: `0x${evm.bytecode.object}`,
          runtimeCode: `0x${evm.deployedBytecode.object}`,
        },
      ]),
    ),
  );
}

/** Saves under another name first, so that no other process reads half a file. */
async function save(path: string, content: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  await writeFile(`${path}.${process.pid}`, content);
  await rename(`${path}.${process.pid}`, path);
}
