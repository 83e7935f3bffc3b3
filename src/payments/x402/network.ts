/** Names of EVM networks: CAIP-2 in protocol version 2, short names in version 1. */
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1';

export type EvmNetwork = {
  chainId: number;
  /** `eip155:84532` */
  caip2: `eip155:${number}`;
  /** `base-sepolia`; undefined for chains that version 1 has no name for. */
  shortName: string | undefined;
};

/** @param text `base`, or `eip155:8453` */
export function evmNetwork(text: string): EvmNetwork | undefined {
  const names = Object.entries(EVM_NETWORK_CHAIN_ID_MAP);
  const [, digits] = /^eip155:([1-9]\d{0,14})$/.exec(text) ?? [];
  const chainId =
    digits === undefined ? names.find(([name]) => name === text)?.[1] : Number(digits);
  if (chainId === undefined) return undefined;
  const shortName = names.find(([, id]) => id === chainId)?.[0];
  return { chainId, caip2: `eip155:${chainId}`, shortName };
}
