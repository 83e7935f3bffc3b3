/** ERC-3009 authorizations as a payer signs them, and what becomes of their signatures. */
import { randomBytes } from 'node:crypto';
import { authorizationTypes } from '@x402/evm';
import {
  type Address,
  type Hex,
  parseSignature,
  serializeErc6492Signature,
  serializeSignature,
  toHex,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { EvmChain } from './chain.ts';
import type { CounterfactualWallet } from './wallets.ts';

export type Authorization = {
  from: Address;
  to: Address;
  /** in millionths of a dollar */
  value: bigint;
  /** in seconds since 1970, and neither end is part of the time between */
  validAfter: bigint;
  validBefore: bigint;
  /** 32 bytes that no other authorization of the payer's has */
  nonce: Hex;
};
export type SignedAuthorization = Authorization & { signature: Hex };

/** The order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The EIP-712 domain of whatever the test dollar has signed. */
export function tokenDomain({ chainId, token }: EvmChain) {
  return { name: 'Test Dollar', version: '2', chainId, verifyingContract: token };
}

/**
 * Signs a transfer of test dollars: valid at once, for five minutes and with a nonce of its own,
 * unless told otherwise.
 *
 * @param from whose dollars they are, when the account signs for a smart wallet
 */
export async function signAuthorization({
  chain,
  account,
  from = account.address,
  to,
  value,
  validAfter = 0n,
  validBefore,
  nonce = toHex(randomBytes(32)),
}: {
  chain: EvmChain;
  account: PrivateKeyAccount;
} & Pick<Authorization, 'to' | 'value'> &
  Partial<Authorization>): Promise<SignedAuthorization> {
  const message: Authorization = {
    from,
    to,
    value,
    validAfter,
    validBefore: validBefore ?? BigInt(Math.floor(Date.now() / 1000) + 300),
    nonce,
  };
  const signature = await account.signTypedData({
    domain: tokenDomain(chain),
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  });
  return { ...message, signature };
}

/** The other signature that ECDSA verifies for the same digest and key, which EIP-2 forbids. */
export function highS(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature);
  return serializeSignature({
    r,
    s: toHex(ORDER - BigInt(s), { size: 32 }),
    yParity: yParity === 0 ? 1 : 0,
  });
}

/** The signature of a wallet that is not deployed yet, with the call that deploys it (ERC-6492). */
export function counterfactual(
  signed: SignedAuthorization,
  { factory, factoryCalldata }: CounterfactualWallet,
): SignedAuthorization {
  const { signature } = signed;
  const wrapped = serializeErc6492Signature({
    address: factory,
    data: factoryCalldata,
    signature,
  });
  return { ...signed, signature: wrapped };
}

/** The `payload` of an x402 payment by the exact scheme, in either version of the protocol. */
export function exactPayload({ signature, ...authorization }: SignedAuthorization) {
  return {
    signature,
    authorization: {
      ...authorization,
      value: String(authorization.value),
      validAfter: String(authorization.validAfter),
      validBefore: String(authorization.validBefore),
    },
  };
}
