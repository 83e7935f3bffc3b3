/**
 * What `git log` is asked to write, and the parser that reads it while it is written.
 *
 * Fields end with NUL, which stands in no name, message or path that git shows. A commit opens with
 * an empty field, which no path is, so nothing that people write is taken for the next commit. The
 * stream is read as Latin-1, one character a byte: no letter is cut in two where a chunk ends.
 */
import { type FileCounts, noFiles } from '../commit.ts';
import { fileKind } from '../file-kinds.ts';

/**
 * `id at ct parents…`, `address LF name`, values of co-author trailers on lines of their own; then,
 * with `--name-only`, the paths.
 */
export const LOG_FORMAT =
  '--format=tformat:%x00%H %at %ct %P%x00%aE%n%aN%x00' +
  '%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x0A)';

/** What the log says of a commit. Texts are bytes as Latin-1. */
export type LogEntry = {
  /** The whole commit id. */
  id: string;
  /** Unix seconds; 0 where there is no date that can be read. */
  authoredAt: number;
  committedAt: number;
  parents: number;
  /** `address LF name` */
  author: string;
  /** One co-author a line. */
  coauthors: string;
  files: FileCounts;
  /** Paths of the files whose content is wanted. */
  wanted: string[];
};

/** What the next field is. */
type Expected = 'id' | 'author' | 'coauthors' | 'first-file' | 'file';

export class LogParser {
  readonly #wants: (path: string) => boolean;
  #expected: Expected = 'file';
  #unfinished = '';
  #entry: LogEntry | undefined;
  #complete: LogEntry[] = [];

  /** @param wants tells the manifests whose content is wanted */
  constructor(wants: (path: string) => boolean) {
    this.#wants = wants;
  }

  /** The commits that are complete with this chunk. */
  push(chunk: Buffer): LogEntry[] {
    const text = this.#unfinished + chunk.toString('latin1');
    let start = 0;
    for (let end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', start)) {
      this.#read(text.slice(start, end));
      start = end + 1;
    }
    this.#unfinished = text.slice(start);
    return this.#take();
  }

  /** The last commit, once the stream has ended. */
  end(): LogEntry[] {
    this.#close();
    return this.#take();
  }

  #read(field: string): void {
    switch (this.#expected) {
      case 'id':
        this.#entry = openEntry(field);
        this.#expected = 'author';
        break;
      case 'author':
        if (this.#entry) this.#entry.author = field;
        this.#expected = 'coauthors';
        break;
      case 'coauthors':
        if (this.#entry) this.#entry.coauthors = field;
        this.#expected = 'first-file';
        break;
      case 'first-file':
        // One line end stands between a commit and its files.
        this.#readFile(field.startsWith('\n') ? field.slice(1) : field);
        break;
      case 'file':
        this.#readFile(field);
    }
  }

  #readFile(path: string): void {
    if (path === '') {
      this.#close();
      this.#expected = 'id';
      return;
    }
    this.#expected = 'file';
    if (!this.#entry) return;
    const kind = fileKind(path);
    this.#entry.files[kind]++;
    if (kind === 'manifest' && this.#wants(path)) this.#entry.wanted.push(path);
  }

  #close(): void {
    if (this.#entry) this.#complete.push(this.#entry);
    this.#entry = undefined;
  }

  #take(): LogEntry[] {
    const complete = this.#complete;
    this.#complete = [];
    return complete;
  }
}

function openEntry(field: string): LogEntry {
  const [id = '', authoredAt = '', committedAt = '', ...parents] = field.split(' ');
  return {
    id,
    authoredAt: instant(authoredAt),
    committedAt: instant(committedAt),
    parents: parents[0] === '' ? 0 : parents.length,
    author: '',
    coauthors: '',
    files: noFiles(),
    wanted: [],
  };
}

/** The last second that a date with four digits for the year can tell. */
const LATEST = 253_402_300_799;

/** Broken clocks write anything: what is before 1970 is 0, what is beyond all calendars is 9999. */
export function instant(digits: string): number {
  const seconds = Number(digits);
  return seconds > 0 ? Math.min(Math.trunc(seconds), LATEST) : 0;
}
