import { predictScout, ScoutPrediction } from '../../features/scout/predict.ts';
import { Found, found } from '../operation/misses.ts';
import { operation } from '../operation/operation.ts';
import { aboutUser, starsOf } from '../receipts.ts';

/** Specification, section 4: GET /api/scout/predict. */
export default operation({
  ...aboutUser,
  name: 'predict_scout',
  summary: 'Experimental: tracked startups without an event that a user’s record speaks for',
  description:
    'Startups of which no round, $1B valuation or acquisition is known, ranked by the odds of their peers, the composite score of the week, and the record of the user’s own stars, with reasons.',
  output: ScoutPrediction.extend(Found).meta({ id: 'FoundPrediction' }),
  rest: { path: '/api/scout/predict', type: 'application/json' },
  run: async (user, sources) =>
    found(await predictScout(user.username, await starsOf(user, sources), sources.published)),
});
