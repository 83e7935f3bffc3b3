import { predictScout, ScoutPrediction } from '../../features/scout/predict.ts';
import { Found, found } from '../operation/misses.ts';
import { operation } from '../operation/operation.ts';
import { aboutUser } from '../receipts.ts';

/** Specification, section 4: GET /api/scout/predict. */
export default operation({
  ...aboutUser,
  name: 'predict_scout',
  summary: 'Experimental: which tracked startups a GitHub user might star next',
  description:
    'Startups that the user has not starred, by how much the user starred of their sector and by their composite score. Nobody has shown that it predicts anything.',
  output: ScoutPrediction.extend(Found).meta({ id: 'FoundPrediction' }),
  rest: { path: '/api/scout/predict', type: 'application/json' },
  run: async ({ username }, { published, stars }) =>
    found(await predictScout(username, await stars.starsOf(username), published)),
});
