/** Answers what can be answered before routing, and counts, limits and traces it as the routes would. */
import type { FastifyInstance } from 'fastify';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { isTracing, traceRequest } from '../../lib/tracing.ts';
import type { AnswerFirst } from './app.ts';
import { addressFinder, clientOf, type TrustedProxies } from './client-address.ts';
import { answerEarly, type EarlyAnswers } from './early-answers.ts';
import type { makeMetrics, routeKinds } from './metrics.ts';
import type { CurrentPublication } from './publication.ts';
import { logsAnswers } from './request-log.ts';

type Parts = {
  app: FastifyInstance;
  answers: EarlyAnswers;
  publication: CurrentPublication;
  limiter: Limiter | undefined;
  metrics: ReturnType<typeof makeMetrics>;
  kindOf: ReturnType<typeof routeKinds>;
  trustedProxies: TrustedProxies;
};

export function answersFirst(parts: Parts): AnswerFirst {
  const { app, answers, publication, limiter, metrics, kindOf } = parts;
  const addressOf = addressFinder(parts.trustedProxies);
  return (request, response, route) => {
    const { method = '', headers } = request;
    const snapshot = publication.ifAny;
    if (!snapshot || logsAnswers(app)) return false;
    // The routes shed load, and hold what is done for a request within its span.
    const computes = !app.isUnderPressure() && !isTracing();
    const early = answers.find(request, snapshot, computes);
    if (!early) return false;
    const { route: at } = early;
    const started = performance.now();
    const answered = () => {
      metrics.count(at, method, 200);
      // The operating system sends the response from here.
      traceRequest(method, headers)?.(at, 200);
      metrics.time(kindOf(at), at, (performance.now() - started) / 1000);
    };
    const client = clientOf({ ip: addressOf(request), raw: request });
    answerEarly(early, request, response, limiter, client).then(
      (isAnswered) => (isAnswered ? answered() : route()),
      route,
    );
    return true;
  };
}
