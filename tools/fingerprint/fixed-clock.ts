/** Loaded before the service: every process of it reads the same time, so that its answers can be compared. */
const NOW = Date.parse('2026-11-26T06:00:00Z');

globalThis.Date = class extends Date {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(NOW);
    // Years, months and days, which the inherited signature leaves out.
    else super(...args);
  }

  static override now(): number {
    return NOW;
  }
} as DateConstructor;
