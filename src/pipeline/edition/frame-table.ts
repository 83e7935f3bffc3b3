/**
 * Where the zstd frames of a file lie, as the zstd project's seekable format has it: at the file's end,
 * in a frame that unpackers skip, the sizes of all others.
 */
import type { FileHandle } from 'node:fs/promises';

/** One piece: where its frame lies in the file, and where what it unpacks to lies in the body. */
export type Frame = { offset: number; bytes: number; plainOffset: number; plainBytes: number };
export type FrameSize = Pick<Frame, 'bytes' | 'plainBytes'>;

const SKIPPABLE = 0x184d2a5e;
const SEEKABLE = 0x8f92eab1;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 8;
const FOOTER_BYTES = 9;

export class FrameTable {
  readonly frames: readonly Frame[];
  /** Of all frames, without the table. */
  readonly bytes: number;
  /** Of the body. */
  readonly plainBytes: number;

  constructor(sizes: readonly FrameSize[]) {
    let [offset, plainOffset] = [0, 0];
    this.frames = sizes.map(({ bytes, plainBytes }) => {
      const frame = { offset, bytes, plainOffset, plainBytes };
      offset += bytes;
      plainOffset += plainBytes;
      return frame;
    });
    this.bytes = offset;
    this.plainBytes = plainOffset;
  }

  /** @throws RangeError if the file has no table, or one of other frames */
  static async read(file: FileHandle): Promise<FrameTable> {
    const { size } = await file.stat();
    const footer = await bytesAt(file, size - FOOTER_BYTES, FOOTER_BYTES);
    const count = footer.readUInt32LE(0);
    const entries = count * ENTRY_BYTES;
    // The byte between says what else entries have: nothing.
    if (footer.readUInt8(4) !== 0 || footer.readUInt32LE(5) !== SEEKABLE)
      throw new RangeError('it has no table of frames');
    const listed = await bytesAt(file, size - FOOTER_BYTES - entries, entries);
    const table = new FrameTable(
      Array.from({ length: count }, (_, index) => ({
        bytes: listed.readUInt32LE(index * ENTRY_BYTES),
        plainBytes: listed.readUInt32LE(index * ENTRY_BYTES + 4),
      })),
    );
    if (table.bytes + HEADER_BYTES + entries + FOOTER_BYTES !== size)
      throw new RangeError('its table is of other frames');
    return table;
  }

  /** The frame that stands for the table. */
  serialized(): Buffer {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(SKIPPABLE, 0);
    header.writeUInt32LE(this.frames.length * ENTRY_BYTES + FOOTER_BYTES, 4);
    const entries = this.frames.map(({ bytes, plainBytes }) => {
      const entry = Buffer.alloc(ENTRY_BYTES);
      entry.writeUInt32LE(bytes, 0);
      entry.writeUInt32LE(plainBytes, 4);
      return entry;
    });
    const footer = Buffer.alloc(FOOTER_BYTES);
    footer.writeUInt32LE(this.frames.length, 0);
    footer.writeUInt32LE(SEEKABLE, 5);
    return Buffer.concat([header, ...entries, footer]);
  }
}

/** @throws RangeError if the file ends before */
export async function bytesAt(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const { bytesRead, buffer } =
    offset < 0
      ? { bytesRead: -1, buffer: Buffer.alloc(0) }
      : await file.read(Buffer.alloc(bytes), 0, bytes, offset);
  if (bytesRead !== bytes) throw new RangeError('it ends too early');
  return buffer;
}
