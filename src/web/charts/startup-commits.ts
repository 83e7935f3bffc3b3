/** A startup's commits in 14 days, week by week, with the two windows that are compared. */
import { count } from '../../lib/prose.ts';
import { startupLine } from './startup-line.ts';

export default startupLine({
  name: 'commits',
  label: 'Commits in 14 days',
  values: ({ velocity }) => velocity,
  window: { days: 14, isCompared: true },
  say: count,
});
