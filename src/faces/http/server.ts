/** The HTTP service: hot files first, then routes, then problems. */
import type { AddressInfo } from 'node:net';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { BellwetherError } from '../../lib/errors.ts';
import { type Limiter, makeLimiter } from '../../lib/limits/limiter.ts';
import { describer } from '../catalogs.ts';
import { mcpRoute } from '../mcp/http.ts';
import type { SitePage } from '../pages/page.ts';
import { checkoutRoutes } from '../../transports/http/checkout.ts';
import { type TrustedProxies, trustProxy } from './client-address.ts';
import { patientServer, refuseMalformed, type Timeouts } from '../../transports/http/connections.ts';
import { editionRoutes } from '../../transports/http/edition-routes.ts';
import { healthRoutes } from '../../transports/http/health.ts';
import { answerHot, type HotFiles, hotFiles } from '../../transports/http/hot-files.ts';
import { LONGEST_BODY, readJsonBodies } from './json-body.ts';
import { limitRequests } from '../../transports/http/limits.ts';
import { type Metrics, makeMetrics } from '../../transports/http/metrics.ts';
import { operationRoutes } from '../../transports/http/operation-routes.ts';
import { pageRoutes, sendProblemPage } from '../../transports/http/pages.ts';
import { PROBLEM_HEADERS, problem, problemOf, sendProblem } from '../../transports/http/problem.ts';
import { referenceRoutes } from '../../transports/http/reference.ts';
import { siteMapRoutes } from '../../transports/http/site-map.ts';
import { type ServiceParts, Snapshot } from './snapshot.ts';
import { wellKnownRoutes } from '../../transports/http/well-known.ts';

export type ServerOptions = Omit<ServiceParts, 'describe'> & {
  pages: readonly SitePage[];
  publicKeyPem: string;
  logLevel: string;
  /** How often a new publication is looked for. */
  refreshMilliseconds?: number;
  /** Where limits are kept: in memory without it; `off` limits nobody. */
  limits?: 'off' | { redisUrl: string | undefined };
  trustedProxies?: TrustedProxies;
  timeouts?: Timeouts;
};

export type Service = {
  /** Starts listening; resolves with the address. */
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Takes up the latest publication, if there is a new one. */
  refresh(): Promise<void>;
  /** Lets answers under way finish, then stops. */
  close(): Promise<void>;
};

const REFRESH_EVERY = 2_000;
const LONGEST_PARAMETER = 200;

export async function createService(options: ServerOptions): Promise<Service> {
  const { operations, store, baseUrl } = options;
  const parts: ServiceParts = { ...options, describe: describer(operations, baseUrl) };
  const metrics = makeMetrics();
  let snapshot: Snapshot | undefined;
  let hot: HotFiles = new Map();
  let stamp = '';
  const current = () => {
    if (snapshot) return snapshot;
    throw new BellwetherError('not-published', 'Nothing is published yet; run bellwether publish.');
  };
  const app = Fastify({
    logger: { level: options.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    bodyLimit: LONGEST_BODY,
    trustProxy: trustProxy(options.trustedProxies ?? 0),
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    serverFactory: (route) =>
      patientServer(options.timeouts, (request, response) => {
        const answered = answerHot(hot, request, response);
        if (answered) metrics.count(answered.route, request.method ?? '', answered.status);
        else route(request, response);
      }),
  });
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    strictPreflight: false,
  });
  await app.register(underPressure, { maxEventLoopDelay: 2_000 });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.count(route, request.method, reply.statusCode);
    metrics.time(route, reply.elapsedTime / 1000);
  });
  readJsonBodies(app);
  const limiter = await limiterFor(options, app, metrics);
  if (limiter) limitRequests(app, limiter);
  problems(app);
  healthRoutes(app, metrics, () => snapshot);
  operationRoutes(app, { operations, snapshot: current, limiter });
  editionRoutes(app, current, options.publicKeyPem);
  await referenceRoutes(app, operations);
  pageRoutes(app, options.pages, current);
  siteMapRoutes(app, options.pages, current);
  checkoutRoutes(app, options.payments, baseUrl);
  wellKnownRoutes(app, baseUrl, options.operator);
  const mcp = mcpRoute(app, {
    operations,
    baseUrl,
    limiter,
    context: () => current().context,
    onFault: (error) => app.log.error({ err: error }, 'MCP operation failed'),
  });

  // Money is always logged, unless nothing is.
  const ledgerLog = options.logLevel === 'silent' ? app.log : app.log.child({}, { level: 'info' });
  options.payments?.listen((event) => {
    metrics.paid(event);
    ledgerLog.info({ payment: event }, `payment: ${event.rail} ${event.event}`);
  });

  const refresh = async () => {
    const newStamp = await store.catalogStamp().catch(() => '');
    if (newStamp === '' || newStamp === stamp) return;
    const next = await Snapshot.take(parts);
    if (!next) return;
    hot = await hotFiles(next, operations);
    snapshot = next;
    stamp = newStamp;
    metrics.published(next.editions.latest);
    await mcp.announce(next.published);
  };
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => app.log.error({ err: error }, 'refresh failed'));
  }, options.refreshMilliseconds ?? REFRESH_EVERY);
  timer.unref();
  await refresh();
  return {
    listen: async (port, host) => {
      await app.listen({ port, host });
      // Only sockets of other families have an address that is no AddressInfo.
      return app.server.address() as AddressInfo;
    },
    refresh,
    close: async () => {
      clearInterval(timer);
      await app.close();
      limiter?.close();
    },
  };
}

/** Limits that go on when the place where they are kept does not; what happens there is logged. */
async function limiterFor(
  { limits = { redisUrl: undefined } }: ServerOptions,
  { log }: FastifyInstance,
  metrics: Metrics,
): Promise<Limiter | undefined> {
  if (limits === 'off') return undefined;
  return makeLimiter(limits.redisUrl, {
    failed: (reason, isFirst) => {
      metrics.limitStoreFailed();
      if (isFirst) log.warn({ reason }, 'Redis does not answer; limits are kept in memory');
    },
    recovered: () => log.warn('Redis answers again; limits are kept there'),
  });
}

/** Every refusal has one shape; people who read pages get a page. */
function problems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (!wantsPage(request)) return sendProblem(error, request, reply);
    const body = problemOf(error);
    if (body.status >= 500) request.log.error({ err: error, url: request.url }, 'page failed');
    return sendProblemPage(reply, body);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
    const body = problem(
      404,
      'not-found',
      `Nothing is at ${shown}; /api/openapi.json lists the addresses of the API.`,
    );
    if (wantsPage(request)) return sendProblemPage(reply, body);
    return reply.code(404).headers(PROBLEM_HEADERS).send(JSON.stringify(body));
  });
}

function wantsPage({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
}
