/** What commands print: results on standard output, progress on standard error. */
import type { Ora } from 'ora';

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function sayJson(value: unknown): void {
  say(JSON.stringify(value, null, 2));
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** A result of a command that runs for long, with its time. */
export function sayNow(text: string): void {
  say(`${new Date().toISOString()} ${text}`);
}

const LOG_INTERVAL_MS = 5_000;

/**
 * A line that shows the progress of long work. On a terminal it changes in place; elsewhere it is
 * written every few seconds, so that logs stay short.
 */
export class ProgressLine {
  readonly #spinner: Ora | undefined;
  #written = 0;

  private constructor(spinner: Ora | undefined) {
    this.#spinner = spinner;
  }

  static async begin(text: string): Promise<ProgressLine> {
    if (!process.stderr.isTTY) {
      note(text);
      return new ProgressLine(undefined);
    }
    // Loading it takes as long as many a command, and is needed on a terminal alone.
    const { default: ora } = await import('ora');
    return new ProgressLine(ora({ text, stream: process.stderr }).start());
  }

  update(text: string): void {
    if (this.#spinner) {
      this.#spinner.text = text;
      return;
    }
    const now = performance.now();
    if (now - this.#written < LOG_INTERVAL_MS) return;
    this.#written = now;
    note(text);
  }

  done(text: string): void {
    if (this.#spinner) this.#spinner.succeed(text);
    else note(text);
  }

  failed(text: string): void {
    if (this.#spinner) this.#spinner.fail(text);
    else note(text);
  }
}

/** `12.3 s` */
export function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
