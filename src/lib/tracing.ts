/** OpenTelemetry traces, if its environment variables ask for them; else no SDK is loaded. */
import type { Attributes, Span } from '@opentelemetry/api';
import { optionalPackage } from './optional-package.ts';

/**
 * Any of these turns tracing on
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
const TRACING_VARIABLES = [
  'OTEL_TRACES_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
];

let api: typeof import('@opentelemetry/api') | undefined;

function isTracingRequested(variables: NodeJS.ProcessEnv): boolean {
  if (variables['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  if (variables['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return TRACING_VARIABLES.some((name) => (variables[name] ?? '') !== '');
}

/**
 * Starts tracing if the environment asks for it.
 *
 * @returns a function that sends the remaining spans and stops
 * @throws BellwetherError `package-missing`
 */
export async function startTracing(): Promise<() => Promise<void>> {
  if (!isTracingRequested(process.env)) return async () => undefined;
  // Metrics are scraped from /metrics, and logs go to standard output.
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
    // The collector may be unreachable.
    await sdk.shutdown().catch(() => undefined);
  };
}

/** Runs `work` in a span that records its duration and whether it failed. */
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
 * Starts the span of a request, as part of the caller's trace if the request names one
 * (`traceparent`).
 *
 * @param carry runs the rest of the request within the span
 * @returns a function that ends the span; undefined if tracing is off
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
  const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } };
  const span = trace.getTracer('bellwether').startSpan(method, options, outer);
  context.with(trace.setSpan(outer, span), carry);
  return (route, status) => {
    // Named by route: there are unboundedly many addresses, and they may contain people's names.
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}
