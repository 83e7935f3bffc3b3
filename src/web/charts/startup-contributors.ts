/** A startup's contributors in 30 days, week by week, with the two windows that are compared. */
import { count } from '../../lib/prose.ts';
import { startupLine } from './startup-line.ts';

export default startupLine({
  name: 'contributors',
  label: 'Contributors in 30 days',
  values: ({ contributors }) => contributors,
  window: { days: 30, isCompared: true },
  say: count,
});
