/** Fits the confidence of answers to the questions for fitting, and draws its curve for docs/. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import {
  type Bin,
  calibrationError,
  fitConfidence,
  judgedAnswers,
  judgedPassages,
  reliability,
  withConfidence,
} from './calibration.ts';
import { fittingQuestions, shippedTables } from './examination.ts';
import { keptQuestions } from './questions.ts';
import { shippedPublication } from './shipped.ts';

const published = await shippedPublication();
const tables = await shippedTables();
const rows = [
  ...(await judgedAnswers(await fittingQuestions(), published, tables)),
  ...(await judgedPassages(await keptQuestions(), published)),
];
await tables.close();
const fit = fitConfidence(rows);
const bins = reliability(withConfidence(rows, fit));
const constants = join(PROJECT_ROOT, 'src', 'features', 'answers', 'calibration.json');
await writeFile(constants, `${JSON.stringify(fit, null, 2)}\n`);
await writeFile(join(PROJECT_ROOT, 'docs', 'calibration.svg'), curve(bins));
console.log(`${rows.length} answers, calibration error ${calibrationError(bins).toFixed(3)}`);

/** Confidence to the right, share of right answers upwards; on the diagonal they are the same. */
function curve(bins: readonly Bin[]): string {
  const x = (value: number) => Math.round(50 + value * 400);
  const y = (value: number) => Math.round(420 - value * 400);
  const points = bins.map(({ confidence: mean, right }) => `${x(mean)},${y(right)}`).join(' ');
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 470" font-family="sans-serif" font-size="13">
<title>Share of right answers by confidence, on the questions for fitting</title>
<rect width="480" height="470" fill="#fff"/>
${ticks.map((tick) => `<path d="M${x(tick)} 20V420M50 ${y(tick)}H450" stroke="#ddd"/><text x="${x(tick)}" y="438" text-anchor="middle">${tick}</text><text x="44" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`).join('\n')}
<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#888" stroke-dasharray="4"/>
<polyline points="${points}" fill="none" stroke="#15508a" stroke-width="2"/>
${bins.map(({ confidence: mean, right, count }) => `<circle cx="${x(mean)}" cy="${y(right)}" r="5" fill="#15508a"/><text x="${x(mean) + 8}" y="${y(right) + 16}">${count}</text>`).join('\n')}
<text x="250" y="460" text-anchor="middle">confidence</text>
<text x="14" y="220" text-anchor="middle" transform="rotate(-90 14 220)">share right</text>
</svg>
`;
}
