/** The share of a startup's commits by or with coding agents, week by week. */
import { percent } from '../../lib/prose.ts';
import { startupLine } from './startup-line.ts';

export default startupLine({
  name: 'agents',
  label: 'Share of commits by or with coding agents, 14 days',
  values: ({ agents }) => agents,
  window: { days: 14, isCompared: false },
  say: percent,
  top: 1,
});
