/** What pages of periods are made from. */
import type { Published } from '../../published/published.ts';
import type { HomeModel } from '../site/model.ts';

export async function homeModel(
  period: string,
  { editions, baseUrl }: Published,
): Promise<HomeModel> {
  return {
    baseUrl,
    periods: editions.periods,
    latest: editions.latest,
    signals: await editions.signals(period),
    history: await editions.history(),
  };
}
