/** The mark of each signal in charts and text: they differ in shape as well as in colour. */
import { type Html, html } from '../../lib/html.ts';
import type { SignalKey } from '../../published/signal-words.ts';

/** Paths around their place. */
export const MARKS: Readonly<Record<SignalKey, string>> = {
  hiring: 'm-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  infrastructure: 'm-3.6-3.6h7.2v7.2h-7.2z',
  deploy: 'm0-4.6 4.6 8h-9.2z',
  migration: 'm0-5.2 4.6 5.2-4.6 5.2-4.6-5.2z',
  none: 'm-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z',
};

/** In the order in which they are drawn: the rarest lie on top. */
export const SIGNALS: readonly SignalKey[] = [
  'none',
  'deploy',
  'infrastructure',
  'migration',
  'hiring',
];

export const SIGNAL_WORDS: Readonly<Record<SignalKey, string>> = {
  hiring: 'hiring burst',
  infrastructure: 'infrastructure buildout',
  deploy: 'deploy spike',
  migration: 'framework migration',
  none: 'no signal',
};

/** The mark of a signal in the size of text. */
export function signalMark(signal: SignalKey): Html {
  return html`<svg class="mark ${signal}" viewBox="-6 -6 12 12" aria-hidden="true"><path d="M0 0${MARKS[signal]}"/></svg>`;
}
