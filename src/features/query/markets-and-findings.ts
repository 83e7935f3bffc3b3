/** Prediction markets and findings of the report as rows. */
import type { Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import { marketOf } from '../markets/market.ts';
import type { Row } from './deal-row.ts';

export function findingRows({ findings }: Registry): Row[] {
  return findings.findings.map(({ slug, title, statement, numbers }) => ({
    key: slug,
    title,
    entities: [],
    date: null,
    sources: [],
    cells: {
      name: title,
      statement: statement.replace(/\{(\w+)\}/g, (_, name: string) => String(numbers[name] ?? '')),
    },
  }));
}

/** Derived once per publication, and apart from the deals: it needs the records of the latest week. */
export async function marketRows(published: Published): Promise<Row[]> {
  const markets = await Promise.all(
    published.registry.markets.map(({ slug }) => marketOf(slug, published)),
  );
  return markets.map((market) => {
    const [leader] = market.candidates;
    return {
      key: market.slug,
      title: market.question,
      entities: [],
      date: market.opened,
      sources: [],
      cells: {
        name: market.question,
        status: market.status,
        asks: market.asks,
        opened: market.opened,
        closes: market.closes,
        // Nobody leads who is not tracked any more.
        leader: leader?.url ? leader.slug : null,
        probability: market.forecast.probability,
        outcome: market.resolution?.outcome ?? null,
      },
    };
  });
}
