/** The HTTP service: hot files first, then routes, then problems. */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { BellwetherError } from '../../errors.ts';
import { editionRoutes } from './edition-routes.ts';
import { healthRoutes } from './health.ts';
import { answerHot, type HotFiles, hotFiles } from './hot-files.ts';
import { makeMetrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import { operationRoutes } from './operation-routes.ts';
import { pageRoutes, sendProblemPage } from './pages.ts';
import { PROBLEM_HEADERS, PROBLEM_TYPE, problem, problemOf, sendProblem } from './problem.ts';
import { type ServiceParts, Snapshot } from './snapshot.ts';

export type ServerOptions = Omit<ServiceParts, 'describe'> & {
  publicKeyPem: string;
  logLevel: string;
  /** How often a new publication is looked for. */
  refreshMilliseconds?: number;
};

export type Service = {
  /** Starts listening; resolves with the address. */
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Takes up the latest publication, if there is a new one. */
  refresh(): Promise<void>;
  /** Lets answers under way finish, then stops. */
  close(): Promise<void>;
};

/** A slow client may take this long to send its headers, and its whole request. */
const HEADERS_TIMEOUT = 15_000;
const REQUEST_TIMEOUT = 30_000;
const REFRESH_EVERY = 2_000;
const LONGEST_PARAMETER = 200;

export async function createService(options: ServerOptions): Promise<Service> {
  const { operations, store, baseUrl } = options;
  const parts: ServiceParts = { ...options, describe: () => openApi(operations, baseUrl) };
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
    requestTimeout: REQUEST_TIMEOUT,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    serverFactory: (route) =>
      createServer({ headersTimeout: HEADERS_TIMEOUT }, (request, response) => {
        const answered = answerHot(hot, request, response);
        if (answered) metrics.count(answered.route, request.method ?? '', answered.status);
        else route(request, response);
      }),
  });
  await app.register(cors, { origin: '*', methods: ['GET', 'HEAD'], strictPreflight: false });
  await app.register(underPressure, { maxEventLoopDelay: 2_000 });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.count(route, request.method, reply.statusCode);
    metrics.time(route, reply.elapsedTime / 1000);
  });
  problems(app);
  healthRoutes(app, metrics, () => snapshot);
  operationRoutes(app, operations, current);
  editionRoutes(app, current, options.publicKeyPem);
  pageRoutes(app, current);

  const refresh = async () => {
    const newStamp = await store.catalogStamp().catch(() => '');
    if (newStamp === '' || newStamp === stamp) return;
    const next = await Snapshot.take(parts);
    if (!next) return;
    hot = await hotFiles(next, operations);
    snapshot = next;
    stamp = newStamp;
    metrics.published(next.editions.latest);
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
    },
  };
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

/** What cannot be read as HTTP is refused in the same shape as everything else. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') return;
  const body =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? problem(431, 'headers-too-large', 'The request line and headers exceed 16 kB.')
      : problem(400, 'malformed-request', 'This is not a well-formed HTTP request.');
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${body.status} ${body.title}\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}
