/**
 * Memory that is used again and again: to drop large buffers one after the other has the whole heap
 * searched for garbage.
 */
import { open } from 'node:fs/promises';

export class Scratch {
  #room = Buffer.alloc(0);

  /** So many bytes, whatever they hold; what was taken before is lost. */
  take(bytes: number): Buffer {
    if (this.#room.length < bytes) this.#room = Buffer.allocUnsafeSlow(Math.ceil(1.25 * bytes));
    return this.#room.subarray(0, bytes);
  }

  /** A file's content, until something else is taken. @throws as the file system does */
  async read(path: string): Promise<Buffer> {
    await using file = await open(path);
    const body = this.take((await file.stat()).size);
    let at = 0;
    while (at < body.length) {
      const { bytesRead } = await file.read(body, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return body.subarray(0, at);
  }
}
