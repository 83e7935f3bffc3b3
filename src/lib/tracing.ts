/**
 * Traces, where OpenTelemetry's own environment variables ask for them: what took how long, and what
 * it was part of. Nothing of it is loaded otherwise.
 */
import type { Attributes, Span } from '@opentelemetry/api';
import { optionalPackage } from './optional-package.ts';

/** Any of these turns traces on (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). */
const SWITCHES = [
  'OTEL_TRACES_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
];

let api: typeof import('@opentelemetry/api') | undefined;

/** Whether the variables ask for traces. */
function isAsked(variables: NodeJS.ProcessEnv): boolean {
  if (variables['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  if (variables['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return SWITCHES.some((name) => (variables[name] ?? '') !== '');
}

/**
 * Begins to send traces, if the process's environment asks for them.
 *
 * @returns sends what is left, and ends
 * @throws BellwetherError `package-missing`
 */
export async function startTracing(): Promise<() => Promise<void>> {
  if (!isAsked(process.env)) return async () => undefined;
  // Metrics are read from /metrics, and logs from standard output.
  process.env['OTEL_METRICS_EXPORTER'] ??= 'none';
  process.env['OTEL_LOGS_EXPORTER'] ??= 'none';
  process.env['OTEL_SERVICE_NAME'] ??= 'bellwether';
  const { NodeSDK } = await optionalPackage(
    () => import('@opentelemetry/sdk-node'),
    'OpenTelemetry’s variables ask for traces',
    'npm install @opentelemetry/sdk-node',
  );
  api = await import('@opentelemetry/api');
  const sdk = new NodeSDK();
  sdk.start();
  return async () => {
    api = undefined;
    // Whoever receives them may be away.
    await sdk.shutdown().catch(() => undefined);
  };
}

/** Does work, and says in a trace how long it took and whether it failed. */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!api) return work();
  const { SpanStatusCode, trace } = api;
  return trace.getTracer('bellwether').startActiveSpan(name, { attributes }, async (span: Span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.recordException(error instanceof Error ? error : String(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Begins the span of a request, as part of the caller's trace if it names one (`traceparent`).
 *
 * @param carry does what follows within the span
 * @returns ends it; undefined where there are no traces
 */
export function traceRequest(
  method: string,
  headers: Readonly<Record<string, unknown>>,
  carry: () => void = () => undefined,
): ((route: string, status: number) => void) | undefined {
  if (!api) {
    carry();
    return undefined;
  }
  const { context, propagation, SpanKind, SpanStatusCode, trace } = api;
  const outer = propagation.extract(context.active(), headers);
  const span = trace
    .getTracer('bellwether')
    .startSpan(
      method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
      outer,
    );
  context.with(trace.setSpan(outer, span), carry);
  return (route, status) => {
    // By route: addresses themselves are without number, and may name people.
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}
