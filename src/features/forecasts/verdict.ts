/** The result of a back-test in plain sentences, and as tables for the documentation. */
import { count, percent } from '../../lib/prose.ts';
import type { BackTest } from './house-record.ts';
import type { Estimate, Scores } from './scores.ts';

/** Whether the model is better than the base rate for the stage, judged by the interval. */
export function verdictOf({ scores, editions }: BackTest): string {
  if (!scores?.skill) return 'Too little is over yet to tell whether the forecasts have any skill.';
  const { brier } = scores.skill;
  const over = `over ${count(scores.forecasts)} past forecasts of ${count(editions)} editions`;
  const interval = `Brier skill ${withInterval(brier)} ${over}`;
  if (brier.low > 0) return `The forecasts are better than the base rate by stage: ${interval}.`;
  if (brier.high < 0) return `The forecasts are worse than the base rate by stage: ${interval}.`;
  return `The forecasts have shown no skill beyond the base rate by stage: ${interval}.`;
}

/** `0.0005 (−0.0024 to 0.0039)` */
export function withInterval({ value, low, high }: Estimate): string {
  return `${fine(value)} (${fine(low)} to ${fine(high)})`;
}

/** Rows of the Markdown table in docs/markets.md. */
export function backTestTable(scores: Scores): string[] {
  const { brier, log, skill } = scores;
  const row = (name: string, { forecast, base }: Scores['brier'], of: Estimate | undefined) =>
    `| ${name} | ${forecast.toFixed(4)} | ${base.toFixed(4)} | ${of ? withInterval(of) : 'unknown'} |`;
  return [row('Brier', brier, skill?.brier), row('log', log, skill?.log)];
}

/** Rows of the Markdown table of reliability; bins with too few forecasts are marked. */
export function reliabilityTable(bins: BackTest['reliability']): string[] {
  return bins
    .filter(({ forecasts }) => forecasts > 0)
    .map(
      ({ from, to, forecasts, meanProbability, share }) =>
        `| ${percent(from)} to ${percent(to)} | ${count(forecasts)} | ${meanProbability === null ? 'fewer than 30' : oneDecimal(meanProbability)} | ${share === null ? 'fewer than 30' : oneDecimal(share)} |`,
    );
}

/** `4.3%` */
export function oneDecimal(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function fine(value: number): string {
  return value
    .toFixed(4)
    .replace('-', '−')
    .replace(/^−(0\.0+)$/, '$1');
}
