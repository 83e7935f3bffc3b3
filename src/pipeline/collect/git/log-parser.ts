/**
 * What `git log` is asked to write, and the parser that reads it while it is written.
 *
 * Fields end with NUL, which no name, message or path that git shows can hold. A commit opens with
 * an empty field, which no path is, so nothing that people write is taken for the next commit. The
 * stream is read as Latin-1, one character a byte: no letter is cut in two where a chunk ends.
 */
import { type FileCounts, noFiles } from '../../ledger/tables.ts';
import { fileKind } from '../file-kinds.ts';

/** `id at ct parents…`, `address LF name`, values of co-author trailers on lines of their own. */
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
  /** Files whose content was asked for. */
  changes: FileChange[];
};

/** A file before and after a commit, as blob ids; undefined where it is no plain file. */
export type FileChange = { path: string; before: string | undefined; after: string | undefined };

/** What the next field is. */
type Expected = 'id' | 'author' | 'coauthors' | 'first-file' | 'file' | 'path';

export class LogParser {
  readonly #wantsContent: ((path: string) => boolean) | undefined;
  #expected: Expected = 'file';
  #unfinished = '';
  #entry: LogEntry | undefined;
  #change = '';
  #complete: LogEntry[] = [];

  /**
   * @param wantsContent tells the files whose blob ids are wanted; given, the log is one with
   *   `--raw --no-abbrev`, else one with `--name-only` or without files
   */
  constructor(wantsContent?: (path: string) => boolean) {
    this.#wantsContent = wantsContent;
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
        // A line end separates a commit from its files.
        this.#readFile(field.startsWith('\n') ? field.slice(1) : field);
        break;
      case 'file':
        this.#readFile(field);
        break;
      case 'path':
        this.#countFile(field);
        this.#expected = 'file';
    }
  }

  #readFile(field: string): void {
    if (field === '') {
      this.#close();
      this.#expected = 'id';
    } else if (this.#wantsContent) {
      this.#change = field;
      this.#expected = 'path';
    } else {
      this.#countFile(field);
      this.#expected = 'file';
    }
  }

  #countFile(path: string): void {
    if (!this.#entry) return;
    const kind = fileKind(path);
    this.#entry.files[kind]++;
    if (kind === 'manifest' && this.#wantsContent?.(path))
      this.#entry.changes.push(fileChange(path, this.#change));
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
    changes: [],
  };
}

/** The last second that a date with four digits for the year can tell. */
const MAX_UNIX_SECONDS = 253_402_300_799;

/** Broken clocks write anything: what is before 1970 is 0, what is beyond all calendars is 9999. */
export function instant(digits: string): number {
  const seconds = Number(digits);
  return seconds > 0 ? Math.min(Math.trunc(seconds), MAX_UNIX_SECONDS) : 0;
}

/** @param change `:100644 100644 <id before> <id after> M` */
function fileChange(path: string, change: string): FileChange {
  const [modeBefore = '', modeAfter = '', before, after] = change.slice(1).split(' ');
  return {
    path,
    before: isPlainFile(modeBefore) ? before : undefined,
    after: isPlainFile(modeAfter) ? after : undefined,
  };
}

/** Links and submodules have other modes; a file that is not there has 000000. */
function isPlainFile(mode: string): boolean {
  return mode.startsWith('100');
}
