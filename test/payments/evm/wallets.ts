/** Who pays and who is paid: Hardhat's test accounts, and smart wallets that they may own. */
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  numberToHex,
  toHex,
} from 'viem';
import {
  generatePrivateKey,
  mnemonicToAccount,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts';
import { walletFactoryAbi } from './abis.ts';
import type { Contracts } from './contracts.ts';

/** Whose accounts Hardhat's nodes fund: known to everyone, and good for nothing else. */
const MNEMONIC = 'test test test test test test test test test test test junk';

export type Wallet = { privateKey: Hex; account: PrivateKeyAccount };

/** A smart wallet that is not deployed yet: ERC-6492 says how a signature of its is wrapped. */
export type CounterfactualWallet = { address: Address; factory: Address; factoryCalldata: Hex };

/** Makes smart wallets up, each with a salt of its own. */
export function smartWallets(
  factory: Address,
  { OwnedWallet }: Contracts,
): (owner: Address) => CounterfactualWallet {
  let made = 0;
  return (owner) => {
    made += 1;
    const salt = numberToHex(made, { size: 32 });
    const bytecode = concat([
      OwnedWallet.creationCode,
      encodeAbiParameters([{ type: 'address' }], [owner]),
    ]);
    return {
      address: getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode }),
      factory,
      factoryCalldata: encodeFunctionData({
        abi: walletFactoryAbi,
        functionName: 'deploy',
        args: [owner, salt],
      }),
    };
  };
}

/** Somebody who has nothing yet. */
export function newWallet(): Wallet {
  const privateKey = generatePrivateKey();
  return { privateKey, account: privateKeyToAccount(privateKey) };
}

type Wallets = [Wallet, Wallet, Wallet, Wallet];

let derived: Wallets | undefined;

/**
 * The first four accounts of Hardhat's mnemonic: the deployer's, then the tests'. To derive them takes
 * longer than to start a node.
 */
export function testWallets(): Wallets {
  const wallet = (addressIndex: number): Wallet => {
    const key = mnemonicToAccount(MNEMONIC, { addressIndex }).getHdKey().privateKey;
    if (!key) throw new Error(`Hardhat's account ${addressIndex} has no private key`);
    const privateKey = toHex(key);
    return { privateKey, account: privateKeyToAccount(privateKey) };
  };
  derived ??= [wallet(0), wallet(1), wallet(2), wallet(3)];
  return derived;
}
