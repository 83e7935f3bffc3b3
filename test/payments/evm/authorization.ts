/** ERC-3009 authorizations of test dollars, and what can be done to their signatures. */
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
import type { EvmChain, Wallet } from './chain.ts';

export type Authorization = {
  from: Address;
  to: Address;
  /** In millionths of a dollar. */
  value: bigint;
  /** In seconds since 1970; neither end is part of the time between. */
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
};
export type SignedAuthorization = Authorization & { signature: Hex };

/** The order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Signs a transfer: valid at once, for five minutes, with a new nonce, unless `change` says otherwise. */
export async function signAuthorization(
  { chainId, token }: Pick<EvmChain, 'chainId' | 'token'>,
  { account }: Pick<Wallet, 'account'>,
  change: Pick<Authorization, 'to' | 'value'> & Partial<Authorization>,
): Promise<SignedAuthorization> {
  const message: Authorization = {
    from: account.address,
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1000) + 300),
    nonce: toHex(randomBytes(32)),
    ...change,
  };
  const signature = await account.signTypedData({
    domain: { name: 'Test Dollar', version: '2', chainId, verifyingContract: token },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  });
  return { ...message, signature };
}

/** The other signature that ECDSA verifies for the same digest and key, which EIP-2 forbids. */
export function withHighS(signed: SignedAuthorization): SignedAuthorization {
  const { r, s, yParity } = parseSignature(signed.signature);
  const high = toHex(ORDER - BigInt(s), { size: 32 });
  const signature = serializeSignature({ r, s: high, yParity: yParity === 0 ? 1 : 0 });
  return { ...signed, signature };
}

/** The signature of a wallet that is not deployed yet, with the call that deploys it (ERC-6492). */
export function counterfactual(
  signed: SignedAuthorization,
  { factory, factoryCalldata }: { factory: Address; factoryCalldata: Hex },
): SignedAuthorization {
  const { signature } = signed;
  const wrapped = serializeErc6492Signature({ address: factory, data: factoryCalldata, signature });
  return { ...signed, signature: wrapped };
}

/** The `payload` of an x402 payment by the exact scheme, in either version of the protocol. */
export function exactPayload({ signature, ...authorization }: SignedAuthorization) {
  const { value, validAfter, validBefore } = authorization;
  return {
    signature,
    authorization: {
      ...authorization,
      value: String(value),
      validAfter: String(validAfter),
      validBefore: String(validBefore),
    },
  };
}
