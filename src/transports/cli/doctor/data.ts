/** What is published and computed from: registry, ledger, editions. */

import { verifyForecastLog } from '../../../features/forecasts/log.ts';
import { openMarkets } from '../../../features/markets/market.ts';
import type { Config } from '../../../lib/config/config.ts';
import { today } from '../../../lib/period.ts';
import { counted } from '../../../lib/prose.ts';
import { operatorKey } from '../../../pipeline/edition/operator-key.ts';
import { inputsFingerprint } from '../../../pipeline/edition/publish.ts';
import { verifyLedger } from '../../../pipeline/ledger/ledger.ts';
import { Editions } from '../../../published/editions.ts';
import { verifyEditions } from '../../../published/verify.ts';
import { keptRegistry } from '../../../registry/kept-registry.ts';
import { forecastKeys } from '../market-log.ts';
import {
  currentLedger,
  currentRegistry,
  editionStore,
  onlyServes,
  REGISTRY_FOLDER,
} from '../project.ts';
import { type Finding, ok, warning } from './finding.ts';

/**
 * A fault in it is thrown, with its file and line.
 *
 * @param config undefined if the settings cannot be used, and with them the operator's own companies
 */
export async function registry(config: Config | undefined): Promise<Finding> {
  const { companies } = await (config
    ? currentRegistry(config)
    : keptRegistry(REGISTRY_FOLDER, undefined));
  return ok(`${counted(companies.length, 'company', 'companies')} without a fault in their files`);
}

/** A damaged file is thrown, with what to do about it. */
export async function ledger(config: Config): Promise<Finding> {
  const current = await currentLedger(config);
  await verifyLedger(current);
  const whose = current.beneath ? 'your own on top of the shipped one' : current.folder;
  return ok(`intact (${whose})`);
}

/** Looks at the current period; `bellwether verify` looks at all of them. */
export async function editions(config: Config, now = new Date()): Promise<Finding> {
  const store = editionStore(config);
  const published = await Editions.open(store, now);
  if (!published)
    return warning(
      `nothing is published under ${config.baseUrl} in ${store.folder}`,
      'Run bellwether publish, or bellwether start.',
    );
  const isServed = await onlyServes(config);
  const key = isServed ? undefined : await operatorKey(store, config.dataFolder);
  await verifyEditions(store, key?.publicKeyPem, published.latest);
  const says = `${published.latest} is published and signed`;
  if (published.isOld)
    return warning(`${says}, and out of date`, 'Run bellwether collect and bellwether publish.');
  if (isServed) return ok(`${says}; it came from the bucket`);
  const inputs = inputsFingerprint({
    ledger: await currentLedger(config),
    registry: await currentRegistry(config),
    baseUrl: config.baseUrl,
  });
  if ((await store.catalog())?.inputs === inputs) return ok(`${says}, and current`);
  return warning(
    `${says}; registry, ledger or method have changed since`,
    'Run bellwether publish.',
  );
}

/** A changed or shortened log is thrown, with the entry that does not hold. */
export async function forecasts(config: Config): Promise<Finding> {
  const store = editionStore(config);
  if (!(await store.isPublished())) return ok('nothing is published, so there are no forecasts');
  const { entries } = await verifyForecastLog(store.folder, await forecastKeys(config));
  if (entries.length > 0)
    return ok(`${counted(entries.length, 'entry', 'entries')} in an unbroken, signed log`);
  if (openMarkets(await currentRegistry(config), today()).length === 0)
    return ok('no market is open, and none has been forecast');
  return warning('none has been logged', 'Run bellwether markets log; publishing does this too.');
}
