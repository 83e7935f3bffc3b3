/** What is published and computed from: registry, ledger, editions. */
import { verifyForecastLog } from '../../../features/forecasts/log.ts';
import { openMarkets } from '../../../features/markets/market.ts';
import { today } from '../../../lib/period.ts';
import { counted } from '../../../lib/prose.ts';
import { verifyLedger } from '../../../pipeline/ledger/ledger.ts';
import { Editions } from '../../../published/editions.ts';
import { verifyEditions } from '../../../published/verify.ts';
import { keptRegistry } from '../../../registry/kept-registry.ts';
import { forecastKeys } from '../forecast-log.ts';
import { type Project, REGISTRY_FOLDER } from '../project.ts';
import { warning } from './finding.ts';

/** @param project undefined if the settings cannot be used, and with them the operator's companies */
export async function registry(project: Project | undefined): Promise<string> {
  const { companies } = await (project?.registry() ?? keptRegistry(REGISTRY_FOLDER, undefined));
  return `${counted(companies.length, 'company', 'companies')} without a fault in their files`;
}

export async function ledger(project: Project): Promise<string> {
  const current = await project.ledger();
  await verifyLedger(current);
  return `intact (${current.beneath ? 'your own on top of the shipped one' : current.folder})`;
}

/** Looks at the current period; `bellwether verify` looks at all of them. */
export async function editions(project: Project): Promise<string> {
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
    warning(`${says}, and out of date`, 'Run bellwether collect and bellwether publish.');
  if (isServed) return `${says}; it came from the bucket`;
  if (published.catalog.inputs === (await project.fingerprint())) return `${says}, and current`;
  return warning(
    `${says}; registry, ledger or method have changed since`,
    'Run bellwether publish.',
  );
}

export async function forecasts(project: Project): Promise<string> {
  const { store } = project;
  if (!(await store.publishedAt())) return 'nothing is published, so there are no forecasts';
  const { entries } = await verifyForecastLog(store.folder, await forecastKeys(project));
  if (entries.length > 0)
    return `${counted(entries.length, 'entry', 'entries')} in an unbroken, signed log`;
  if (openMarkets(await project.registry(), today()).length === 0)
    return 'no market is open, and none has been forecast';
  return warning('none has been logged', 'Run bellwether markets log; publishing does this too.');
}
