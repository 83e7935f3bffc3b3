/**
 * Address lookup tables: laid down in the VM as accounts, and read back to resolve what a versioned
 * message loads from them.
 *
 * Layout: `LookupTableMeta` and `AddressLookupTable::deserialize` of the Address Lookup Table
 * program, https://github.com/solana-program/address-lookup-table.
 */
import {
  type Address,
  type CompiledTransactionMessage,
  fixEncoderSize,
  generateKeyPairSigner,
  getAddressDecoder,
  getAddressEncoder,
  getArrayDecoder,
  getArrayEncoder,
  getOptionEncoder,
  getStructEncoder,
  getU8Encoder,
  getU32Encoder,
  getU64Encoder,
  lamports,
  address as toAddress,
} from '@solana/kit';
import type { LiteSVM } from '../../chains/litesvm.ts';

export type LoadedAddresses = { writable: Address[]; readonly: Address[] };

const LOOKUP_TABLE_PROGRAM = toAddress('AddressLookupTab1e1111111111111111111111111');
/** `LOOKUP_TABLE_META_SIZE`: what stands before the addresses. */
const HEADER_BYTES = 56;
/** `Slot::MAX`: the table is not deactivated. */
const NEVER = 2n ** 64n - 1n;

const tableEncoder = getStructEncoder([
  [
    'header',
    fixEncoderSize(
      getStructEncoder([
        ['kind', getU32Encoder()],
        ['deactivationSlot', getU64Encoder()],
        ['lastExtendedSlot', getU64Encoder()],
        ['lastExtendedStartIndex', getU8Encoder()],
        ['authority', getOptionEncoder(getAddressEncoder())],
      ]),
      HEADER_BYTES,
    ),
  ],
  ['addresses', getArrayEncoder(getAddressEncoder(), { size: 'remainder' })],
]);
const addressesDecoder = getArrayDecoder(getAddressDecoder(), { size: 'remainder' });

/** Lays down a frozen table of addresses, usable at once. */
export async function placeLookupTable(
  vm: LiteSVM,
  addresses: readonly Address[],
): Promise<Address> {
  const { address } = await generateKeyPairSigner();
  const data = tableEncoder.encode({
    header: {
      kind: 1,
      deactivationSlot: NEVER,
      lastExtendedSlot: 0n,
      lastExtendedStartIndex: 0,
      authority: null,
    },
    addresses: [...addresses],
  });
  vm.setAccount({
    address,
    data,
    executable: false,
    lamports: lamports(vm.getRent().minimumBalance(BigInt(data.length))),
    programAddress: LOOKUP_TABLE_PROGRAM,
    space: BigInt(data.length),
  });
  return address;
}

/** What a message loads from tables, in the order of the tables. */
export function loadedAddresses(vm: LiteSVM, message: CompiledTransactionMessage): LoadedAddresses {
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : [];
  for (const lookup of lookups) {
    const addresses = addressesOf(vm, lookup.lookupTableAddress);
    const at = (index: number): Address => {
      const address = addresses[index];
      if (!address) throw new Error(`${lookup.lookupTableAddress} has no address ${index}`);
      return address;
    };
    loaded.writable.push(...lookup.writableIndexes.map(at));
    loaded.readonly.push(...lookup.readonlyIndexes.map(at));
  }
  return loaded;
}

function addressesOf(vm: LiteSVM, table: Address): readonly Address[] {
  const account = vm.getAccount(table);
  if (!account.exists) throw new Error(`No lookup table at ${table}`);
  return addressesDecoder.decode(account.data, HEADER_BYTES);
}
