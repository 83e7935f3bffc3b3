/** The wallet that settles payments and pays for gas. One process numbers its transactions. */
import pLimit from 'p-limit';
import {
  type Address,
  type Hash,
  type Hex,
  isAddressEqual,
  keccak256,
  parseAbi,
  toFunctionSelector,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Chain } from './chain.ts';

export type Call = { to: Address; data: Hex };

/** Awaited before submission, with the hash of the transaction. If it rejects, nothing is submitted. */
export type Sending = (transaction: Hash) => Promise<void>;

export type Wallet = {
  address: Address;
  /** Submits a transaction. @throws Error if it would fail, or was not submitted */
  send: (call: Call, sending: Sending) => Promise<Hash>;
};

export type WalletSettings = {
  privateKey: Hex;
  /** The asset's contract. */
  asset: Address;
  /** Factory contracts that may be called to deploy a payer's wallet (ERC-6492). */
  walletFactories: readonly string[];
};

/**
 * Maximum gas for a transaction. A smart wallet's code verifies the signature, and its deployment may
 * run arbitrary code, both at our expense. Verifying a passkey in Solidity takes up to half of this.
 */
const MAX_GAS = 1_000_000n;

/** EIP-3009, for signatures of plain keys and of contracts. */
const TRANSFERS = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
]).map(toFunctionSelector);

export function ownWallet({ client }: Chain, settings: WalletSettings): Wallet {
  const account = privateKeyToAccount(settings.privateKey);
  // Transactions have consecutive nonces, so they are prepared and sent one at a time.
  const inTurn = pLimit(1);
  const submit = async (call: Call, sending: Sending) => {
    const [chainId, nonce, fees, gas] = await Promise.all([
      client.getChainId(),
      client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
      client.estimateFeesPerGas(),
      // Fails here, at no cost, if the transaction would fail. The estimate includes pending
      // transactions, which may spend the same balance.
      client.estimateGas({ account: account.address, gas: MAX_GAS, blockTag: 'pending', ...call }),
    ]);
    // Not every node enforces the gas limit of the call.
    if (gas > MAX_GAS) throw new Error(`it takes ${gas} gas`);
    const { maxFeePerGas, maxPriorityFeePerGas } = fees;
    const serializedTransaction = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      gas: (gas * 5n) / 4n,
      maxFeePerGas,
      maxPriorityFeePerGas,
      ...call,
    });
    const hash = keccak256(serializedTransaction);
    await sending(hash);
    await client.sendRawTransaction({ serializedTransaction });
    return hash;
  };
  return {
    address: account.address,
    send: async ({ to, data }, sending) => {
      if (!isSettlement({ to, data }, settings))
        throw new Error('the wallet signs nothing but transfers with an authorization');
      return inTurn(() => submit({ to, data }, sending));
    },
  };
}

/** Whatever else asks for a signature is a mistake. */
function isSettlement(
  { to, data }: Call,
  { asset, walletFactories }: Omit<WalletSettings, 'privateKey'>,
): boolean {
  if (walletFactories.some((factory) => isAddressEqual(factory as Address, to))) return true;
  return isAddressEqual(to, asset) && TRANSFERS.some((selector) => data.startsWith(selector));
}
