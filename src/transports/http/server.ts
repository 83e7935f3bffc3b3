/** The HTTP service: kept answers first, then routes, then errors. */
import type { AddressInfo, ListenOptions } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { traceRequest } from '../../lib/tracing.ts';
import { UNKNOWN_CYCLE } from '../../pipeline/schedule/cycle.ts';
import type { SitePage } from '../../web/page/page.ts';
import { a2aRoute } from '../a2a/a2a-route.ts';
import type { Build } from '../build.ts';
import { describer } from '../catalogs.ts';
import { mcpRoute } from '../mcp/mcp-route.ts';
import { type AnswerFirst, type AppOptions, makeApp } from './app.ts';
import { assetRoutes } from './assets.ts';
import { chartRoutes } from './chart-routes.ts';
import { checkoutRoutes } from './checkout.ts';
import { drain, watchPaidWork } from './drain.ts';
import { editionRoutes } from './edition-routes.ts';
import { healthRoutes, listenForMetrics, type MetricsListener } from './health.ts';
import { imageRoutes } from './image-routes.ts';
import { type LimitOptions, limitRequests, requestLimiter } from './limits.ts';
import { type Metrics, makeMetrics, routeKinds } from './metrics.ts';
import { keepFiles, operationRoutes } from './operation-routes.ts';
import { pageRoutes } from './pages.ts';
import { watchPayments } from './payment-log.ts';
import { CurrentPublication } from './publication.ts';
import { countAnswers, returnRequestIds, traceRequests } from './request-log.ts';
import type { Sources } from './resource.ts';
import { siteMapRoutes } from './site-map.ts';
import type { ServiceParts } from './snapshot.ts';
import { type StateSources, stateMetrics } from './state-metrics.ts';
import { refuseUnknownAddresses } from './unknown-address.ts';
import { wellKnownRoutes } from './well-known.ts';

export type ServerOptions = Omit<ServiceParts, 'describe'> &
  AppOptions & {
    pages: readonly SitePage[];
    /** Served until a publication names its own key; undefined if this machine has none. */
    publicKeyPem: string | undefined;
    refreshMilliseconds?: number;
    /** By default, rate limits are kept in memory. */
    limits?: LimitOptions;
    /** On shutdown, how long to wait for running requests, in milliseconds. */
    drainTime?: number;
    /** A separate port for metrics; by default they are at `/metrics`. */
    metricsPort?: number | undefined;
    logsClientAddress?: boolean;
    build?: Build;
    collectedAt?: StateSources['collectedAt'];
    queue?: StateSources['queue'];
  };

export type Service = Awaited<ReturnType<typeof createService>>;

const DRAIN_TIME_MS = 20_000;
const UNKNOWN_BUILD: Build = { version: 'unknown', commit: 'unknown' };

export async function createService(options: ServerOptions) {
  const { site, pages, payments, metricsPort } = options;
  const { store } = site;
  const { build = UNKNOWN_BUILD, collectedAt = async () => undefined } = options;
  const paidWork = watchPaidWork(options.operations);
  const { operations } = paidWork;

  const metrics = makeMetrics(routeKinds(operations, pages));
  options.reader?.listen(metrics.read);
  const describe = describer(operations, site);
  const publication = new CurrentPublication(
    { ...options, operations, describe },
    new Set([...operations, ...pages].flatMap(({ prepares = [] }) => prepares)),
  );
  const app = await makeApp(options, answerPublished(publication, metrics, options.logLevel));
  const published = () => publication.ifAny?.published;
  const { cycle = UNKNOWN_CYCLE, queue, refreshMilliseconds } = options;
  stateMetrics(metrics.registry, {
    ...{ build, store, published, collectedAt, cycle, payments, queue },
    bucket: () => publication.bucket,
  });

  traceRequests(app);
  countAnswers(app, metrics);
  returnRequestIds(app);
  if (options.logsClientAddress)
    app.addHook('onRequest', async (request) => {
      request.log = request.log.child({ client: request.ip });
    });
  const limiter = await requestLimiter(options.limits, app, metrics);
  if (limiter) limitRequests(app, limiter);

  refuseUnknownAddresses(app);

  healthRoutes(app, {
    metrics: metricsPort === undefined ? metrics.registry : undefined,
    publication,
    payments,
  });
  publishedRoutes(app, { ...options, operations, publication, limiter });
  if (payments) watchPayments(app.log, payments, metrics);

  await publication.follow(
    async (snapshot) => {
      await keepFiles(operations, snapshot).catch((error: unknown) => {
        // A request for such a file says so.
        app.log.warn({ err: error }, 'a published file cannot be read');
      });
    },
    app.log,
    refreshMilliseconds,
  );
  let metricsListener: MetricsListener | undefined;
  return {
    /** @param sharesPort whether other processes may listen there as well */
    listen: async (port: number, host: string, sharesPort = false) => {
      if (metricsPort !== undefined)
        metricsListener = await listenForMetrics(metrics.registry, metricsPort, host);
      // Fastify passes its options on to Node, whose `reusePort` its types lack.
      const address: ListenOptions = { port, host, reusePort: sharesPort };
      await app.listen(address as FastifyListenOptions);
      // Only a socket that is not TCP has an address of another type.
      return app.server.address() as AddressInfo;
    },
    metricsPort: () => metricsListener?.port,
    /** Makes what requests would otherwise wait for; until it is made, these are refused. */
    prepare: () => {
      describe('openapi');
      return publication.prepareFirst();
    },
    log: app.log,
    /** Loads the latest publication if it is new. */
    refresh: () => publication.refresh(),
    /** Stops after running requests have finished or the time limit has passed. */
    close: async () => {
      publication.stop();
      await drain(app, options.drainTime ?? DRAIN_TIME_MS, paidWork);
      await metricsListener?.close();
      limiter?.close();
    },
  };
}

/** Answers what is published. The routes log each answer, if that is wanted. */
function answerPublished(
  publication: CurrentPublication,
  metrics: Metrics,
  logLevel: string,
): AnswerFirst {
  if (logLevel === 'debug' || logLevel === 'trace') return () => false;
  return (request, response) => {
    const began = performance.now();
    const answered = publication.ifAny?.bodies.answer(request, response);
    if (!answered) return false;
    const { route, status } = answered;
    const { method = '', headers } = request;
    // The operating system sends it from here.
    traceRequest(method, headers)?.(route, status);
    metrics.answered(route, method, status, (performance.now() - began) / 1000);
    return true;
  };
}

type RouteParts = Pick<ServerOptions, 'operations' | 'pages' | 'payments' | 'publicKeyPem'> & {
  publication: CurrentPublication;
  limiter: Limiter | undefined;
};

/** Everything that is answered from the publication. */
function publishedRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { operations, pages, payments, publication, limiter } = parts;
  const sources: Sources = { snapshot: () => publication.snapshot, limiter };
  operationRoutes(app, operations, sources);
  editionRoutes(app, sources, () => publication.ifAny, parts.publicKeyPem);
  assetRoutes(app);
  pageRoutes(app, pages, sources);
  chartRoutes(app, sources);
  imageRoutes(app, pages, sources);
  siteMapRoutes(app, pages, sources);
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
}
