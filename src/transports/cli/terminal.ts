/** What commands say: results on standard output, progress on standard error. */
import ora, { type Ora } from 'ora';

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * A line that shows how far long work has come. On a terminal it changes in place; elsewhere it is
 * written now and then, so that logs stay short.
 */
export class ProgressLine {
  readonly #spinner: Ora | undefined;
  #written = 0;

  constructor(text: string) {
    if (process.stderr.isTTY) this.#spinner = ora({ text, stream: process.stderr }).start();
    else note(text);
  }

  update(text: string): void {
    if (this.#spinner) {
      this.#spinner.text = text;
      return;
    }
    const now = performance.now();
    if (now - this.#written < 5_000) return;
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

/** `1 026 495`: grouped by thin spaces, whatever the machine's language. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ' ');
}

/** `1 startup`, `2 startups` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

/** `12.3 s` */
export function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
