/** The configuration of Fastify: connections, request parsing, CORS, load shedding. */
import { createServer, type RequestListener } from 'node:http';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { withoutCredentials } from '../../lib/errors.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import type { Publisher } from '../../published/published.ts';
import { type TrustedProxies, trustProxy } from './client-address.ts';
import { requestId } from './logs.ts';
import type { CurrentPublication } from './publication.ts';
import { refuse } from './refusals.ts';
import { MAX_BODY_BYTES, readJsonBodies } from './request-input.ts';
import { originForm, parseQuery } from './request-target.ts';

const MAX_PARAMETER_LENGTH = 200;
const DEFAULT_MAX_EVENT_LOOP_DELAY_MS = 2_000;
/** Minimum period over which the event loop's delay is averaged. */
const MIN_SAMPLE_MS = 1_000;
/** A day, the longest time for which any browser caches a preflight response. */
const PREFLIGHT_SECONDS = 86_400;

/** Time limits for slow clients in milliseconds, after which their connection is closed. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  /** Interval for checking the first two. */
  connectionsCheckingInterval: 5_000,
  /** Longer than a proxy's, so that the proxy closes an idle connection first. */
  keepAliveTimeout: 72_000,
  /** Maximum time without data in either direction. */
  silenceMs: 60_000,
};

declare module 'fastify' {
  interface FastifyInstance {
    publisher: Publisher;
    publication: CurrentPublication;
    /** Undefined if rate limits are off. */
    limiter: Limiter | undefined;
  }
  interface FastifyContextConfig {
    /** Called instead of refusing a request while the event loop is late. */
    pressureHandler?: () => undefined;
  }
}

export type AppOptions = {
  site: Publisher;
  logLevel: string;
  /** Destination of the log; standard output by default. */
  logTo?: { write: (line: string) => void };
  trustedProxies?: TrustedProxies;
  timeouts?: typeof TIMEOUTS;
  /** While the event loop's average delay exceeds this, requests get 503; 0 disables it. */
  maxEventLoopDelayMs?: number;
};

/** @param answerFirst given what routes a request, which it calls for all that it does not answer */
export async function makeApp(
  options: AppOptions,
  answerFirst: (route: RequestListener) => RequestListener,
): Promise<FastifyInstance> {
  const { site, logLevel, logTo, trustedProxies = 0, timeouts = TIMEOUTS } = options;
  const { silenceMs } = timeouts;
  const { maxEventLoopDelayMs = DEFAULT_MAX_EVENT_LOOP_DELAY_MS } = options;
  const app = Fastify({
    logger: {
      level: logLevel,
      hooks: { streamWrite: withoutCredentials },
      ...(logTo && { stream: logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: {
      maxParamLength: MAX_PARAMETER_LENGTH,
      querystringParser: parseQuery,
      ignoreTrailingSlash: true,
    },
    rewriteUrl: ({ url = '/' }) => originForm(url),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustProxy(trustedProxies),
    genReqId: requestId,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    serverFactory: (route: RequestListener) =>
      createServer(timeouts, answerFirst(route)).setTimeout(silenceMs),
  });
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    strictPreflight: false,
    maxAge: PREFLIGHT_SECONDS,
  });
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    // An interval in which the loop did not turn twice has no average and counts as infinite delay.
    // Intervals must be at least as long as the limit, or a stall shorter than the limit would shed
    // load.
    sampleInterval: Math.max(MIN_SAMPLE_MS, maxEventLoopDelayMs),
  });
  app.decorate('publisher', site);
  app.setErrorHandler(refuse);
  readJsonBodies(app);
  return app;
}
