/** Texts of any characters, for `fc.string({ unit: anyCharacter })`. */
import fc from 'fast-check';

/** Any code point but halves of pairs. fast-check's own `binary` takes a second to list them all. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
