/** What is published and computed from: registry, ledger, editions. */

import { verifyForecastLog } from '../../../features/forecasts/log.ts';
import { openMarkets } from '../../../features/markets/market.ts';
import { today } from '../../../lib/period.ts';
import { counted } from '../../../lib/prose.ts';
import { verifyLedger } from '../../../pipeline/ledger/ledger.ts';
import { Editions } from '../../../published/editions.ts';
import { verifyEditions } from '../../../published/verify.ts';
import { keptRegistry } from '../../../registry/kept-registry.ts';
import { forecastKeys } from '../market-log.ts';
import { type Project, REGISTRY_FOLDER } from '../project.ts';
import { type Finding, ok, warning } from './finding.ts';

/**
 * A fault in it is thrown, with its file and line.
 *
 * @param project undefined if the settings cannot be used, and with them the operator's own companies
 */
export async function registry(project: Project | undefined): Promise<Finding> {
  const { companies } = await (project?.registry() ?? keptRegistry(REGISTRY_FOLDER, undefined));
  return ok(`${counted(companies.length, 'company', 'companies')} without a fault in their files`);
}

/** A damaged file is thrown, with what to do about it. */
export async function ledger(project: Project): Promise<Finding> {
  const current = await project.ledger();
  await verifyLedger(current);
  const whose = current.beneath ? 'your own on top of the shipped one' : current.folder;
  return ok(`intact (${whose})`);
}

/** Looks at the current period; `bellwether verify` looks at all of them. */
export async function editions(project: Project): Promise<Finding> {
  const { store, baseUrl } = project;
  const published = await Editions.open(store, project.now());
  if (!published)
    return warning(
      `nothing is published under ${baseUrl} in ${store.folder}`,
      'Run bellwether publish, or bellwether start.',
    );
  const isServed = await project.onlyServes();
  const key = isServed ? undefined : await project.signingKey();
  await verifyEditions(store, key?.publicKeyPem, published.latest);
  const says = `${published.latest} is published and signed`;
  if (published.isOld)
    return warning(`${says}, and out of date`, 'Run bellwether collect and bellwether publish.');
  if (isServed) return ok(`${says}; it came from the bucket`);
  if (published.catalog.inputs === (await project.fingerprint())) return ok(`${says}, and current`);
  return warning(
    `${says}; registry, ledger or method have changed since`,
    'Run bellwether publish.',
  );
}

/** A changed or shortened log is thrown, with the entry that does not hold. */
export async function forecasts(project: Project): Promise<Finding> {
  const { store } = project;
  if (!(await store.isPublished())) return ok('nothing is published, so there are no forecasts');
  const { entries } = await verifyForecastLog(store.folder, await forecastKeys(project));
  if (entries.length > 0)
    return ok(`${counted(entries.length, 'entry', 'entries')} in an unbroken, signed log`);
  if (openMarkets(await project.registry(), today()).length === 0)
    return ok('no market is open, and none has been forecast');
  return warning('none has been logged', 'Run bellwether markets log; publishing does this too.');
}
