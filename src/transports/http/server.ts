/** The HTTP service: what is published first, then routes, then errors. */
import type { RequestListener } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyListenOptions } from 'fastify';
import { Registry } from 'prom-client';
import { traceRequest } from '../../lib/tracing.ts';
import type { SitePage } from '../../web/page/page.ts';
import { a2aRoute } from '../a2a/a2a-route.ts';
import { describer } from '../catalogs.ts';
import { mcpRoute } from '../mcp/mcp-route.ts';
import { type AppOptions, makeApp } from './app.ts';
import { assetRoutes } from './assets.ts';
import { chartRoutes } from './chart-routes.ts';
import { checkoutRoutes } from './checkout.ts';
import { siteMapRoutes, wellKnownRoutes } from './discovery-routes.ts';
import { drain, watchPaidWork } from './drain.ts';
import { editionRoutes } from './edition-routes.ts';
import { healthRoutes, metricsRoute } from './health.ts';
import { type LimitOptions, requestLimiter } from './limits.ts';
import { observeRequests, watchPayments } from './logs.ts';
import { makeMetrics, routeKinds } from './metrics.ts';
import { operationRoutes } from './operation-routes.ts';
import { pageRoutes } from './pages.ts';
import { CurrentPublication } from './publication.ts';
import { refuseUnknownAddresses } from './request-target.ts';
import { refuseOtherMethods } from './routes.ts';
import type { ServiceParts } from './snapshot.ts';
import { type StateSources, stateMetrics } from './state-metrics.ts';

export type ServerOptions = Omit<ServiceParts, 'describe'> &
  AppOptions &
  Partial<Pick<StateSources, 'build' | 'collectedAt'>> & {
    pages: readonly SitePage[];
    refreshMilliseconds?: number;
    /** By default, rate limits are kept in memory. */
    limits?: LimitOptions;
    /** On shutdown, how long to wait for running requests, in milliseconds. */
    drainTime?: number;
    /** A separate port for metrics; by default they are at `/metrics`. */
    metricsPort?: number | undefined;
    logsClientAddress?: boolean;
  };

export type Service = Awaited<ReturnType<typeof createService>>;

const DRAIN_TIME_MS = 20_000;

export async function createService(options: ServerOptions) {
  const { site, pages, payments, metricsPort, logLevel, drainTime = DRAIN_TIME_MS } = options;
  const { operations, settled } = watchPaidWork(options.operations);
  const metrics = makeMetrics(routeKinds(operations, pages));

  const answerFirst =
    (route: RequestListener): RequestListener =>
    (request, response) => {
      const began = performance.now();
      const answered = publication.ifAny?.bodies.answer(request, response);
      if (!answered) return void route(request, response);
      const { method = '', headers } = request;
      // The operating system sends it from here.
      traceRequest(method, headers)?.(answered.route, answered.status);
      const seconds = (performance.now() - began) / 1000;
      metrics.answered(answered.route, method, answered.status, seconds);
    };
  // The routes log each answer, if that is wanted.
  const logsAnswers = logLevel === 'debug' || logLevel === 'trace';
  const app = await makeApp(options, logsAnswers ? (route) => route : answerFirst);
  const describe = describer(operations, site);
  const prepared = new Set([...operations, ...pages].flatMap(({ prepares = [] }) => prepares));
  const parts = { ...options, operations, describe };
  const publication = new CurrentPublication(parts, prepared, app.log);
  const published = () => publication.ifAny?.published;
  const state = () => stateMetrics({ ...options, store: site.store, published });
  const scrape = async () => Registry.merge([metrics.registry, await state()]);
  observeRequests(app, metrics, options.logsClientAddress);
  const limiter = await requestLimiter(options.limits, app, metrics);
  app.decorate('publication', publication).decorate('limiter', limiter);
  refuseUnknownAddresses(app);
  const refusesOtherMethods = refuseOtherMethods(app);
  healthRoutes(app, payments);
  const metricsApp = metricsPort === undefined ? app : Fastify({ forceCloseConnections: true });
  metricsRoute(metricsApp, scrape);
  operationRoutes(app, operations);
  editionRoutes(app);
  assetRoutes(app);
  pageRoutes(app, pages);
  chartRoutes(app);
  siteMapRoutes(app, pages);
  checkoutRoutes(app, payments);
  wellKnownRoutes(app);
  const agents = {
    operations,
    limiter,
    context: () => publication.snapshot.context,
    onFault: (error: unknown) => app.log.error({ err: error }, 'agent’s operation failed'),
  };
  a2aRoute(app, agents);
  mcpRoute(app, agents);
  app.register(refusesOtherMethods);
  if (payments) watchPayments(app.log, payments, metrics);
  await publication.follow(options.refreshMilliseconds);

  // Only a socket that is not TCP has an address of another type.
  const addressOf = ({ server }: FastifyInstance) => server.address() as AddressInfo;
  return {
    /** @param sharesPort whether other processes may listen there as well */
    listen: async (port: number, host: string, sharesPort = false) => {
      if (metricsPort !== undefined) await metricsApp.listen({ port: metricsPort, host });
      // Fastify passes its options on to Node, whose `reusePort` its types lack.
      const address: ListenOptions = { port, host, reusePort: sharesPort };
      await app.listen(address as FastifyListenOptions);
      return addressOf(app);
    },
    metricsPort: () => addressOf(metricsApp).port,
    /** Makes what requests would otherwise wait for; until it is made, these are refused. */
    prepare: () => {
      describe('openapi');
      return publication.prepare();
    },
    log: app.log,
    /** Newest first; undefined while nothing is served. */
    periods: () => publication.ifAny?.editions.periods,
    /** Loads the latest publication if it is new. */
    refresh: () => publication.refresh(),
    /** Stops after running requests have finished or the time limit has passed. */
    close: async () => {
      publication.stop();
      await drain(app, drainTime, settled);
      if (metricsApp !== app) await metricsApp.close();
      limiter?.close();
    },
  };
}
