/**
 * A body that is stored compressed alone, a zstd frame for each of its pieces: any range of it is read
 * without unpacking what is before, and the next publication copies the frames of pieces that stay.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { decompress, unpacker } from './compress.ts';
import { bytesAt, FrameTable } from './frame-table.ts';

export class FramedBody {
  readonly path: string;
  readonly table: FrameTable;

  private constructor(path: string, table: FrameTable) {
    this.path = path;
    this.table = table;
  }

  /** @throws RangeError for a file without a table of its frames, and as the file system does */
  static async open(path: string): Promise<FramedBody> {
    await using file = await open(path);
    return new FramedBody(path, await FrameTable.read(file));
  }

  /** A piece as it is stored. */
  async frame(index: number): Promise<Buffer> {
    const frame = this.table.frames[index];
    if (!frame) throw new RangeError(`there is no frame ${index}`);
    await using file = await open(this.path);
    return bytesAt(file, frame.offset, frame.bytes);
  }

  async piece(index: number): Promise<Buffer> {
    return decompress(await this.frame(index), 'zstd');
  }

  /** All frames: the body's zstd form, which the table is no part of. */
  async packed(): Promise<Buffer> {
    await using file = await open(this.path);
    return bytesAt(file, 0, this.table.bytes);
  }

  streamPacked(): Readable {
    return createReadStream(this.path, { end: this.table.bytes - 1 });
  }

  /** Unpacked while it is read. @param range both ends inclusive */
  stream({ start, end } = { start: 0, end: this.table.plainBytes - 1 }): Readable {
    return Readable.from(unpacked(this.path, start, end), { objectMode: false });
  }
}

/** Opens the file itself: it may be written anew with other frames. */
async function* unpacked(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  await using file = await open(path);
  const { frames, bytes } = await FrameTable.read(file);
  const first = frames.findLast(({ plainOffset }) => plainOffset <= start);
  if (!first || start > end) return;
  const packed = file.createReadStream({ start: first.offset, end: bytes - 1, autoClose: false });
  let at = first.plainOffset;
  for await (const piece of pipeline(packed, unpacker(), () => undefined)) {
    const wanted = piece.subarray(Math.max(0, start - at), end + 1 - at);
    if (wanted.length > 0) yield wanted;
    at += piece.length;
    if (at > end) return;
  }
}
