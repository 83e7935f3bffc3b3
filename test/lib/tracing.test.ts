/** Traces by OpenTelemetry's environment variables: off without them, else sent to their address. */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { startTracing, traced } from '../../src/lib/tracing.ts';
import { serveHttp } from '../support/http-server.ts';
import { serveExample } from '../support/service.ts';

/** The parts of OTLP's JSON that are read here. */
const Span = z.object({
  name: z.string(),
  traceId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  status: z.object({ code: z.number().optional() }).optional(),
});
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const NAMES = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_SDK_DISABLED'];

describe('traces', () => {
  const bodies: string[] = [];
  let closeCollector: () => Promise<void>;
  const before_ = NAMES.map((name) => [name, process.env[name]] as const);
  before(async () => {
    const collector = await serveHttp(async (request, response) => {
      bodies.push(await text(request));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    closeCollector = collector.close;
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
    process.env['OTEL_EXPORTER_OTLP_PROTOCOL'] = 'http/json';
  });
  after(async () => {
    await closeCollector();
    for (const [name, value] of before_)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  const spans = () =>
    bodies.flatMap((body) =>
      Export.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      ),
    );

  it('are off where they are switched off', async () => {
    process.env['OTEL_SDK_DISABLED'] = 'true';
    const end = await startTracing();
    delete process.env['OTEL_SDK_DISABLED'];
    assert.equal(await traced('work', {}, async () => 7), 7);
    await end();
    assert.deepEqual(bodies, []);
  });

  it('tell of work, of its failure, and of requests in the trace of the sender', async () => {
    const end = await startTracing();
    await traced('work', { company: 'acorn' }, async () => 7);
    const failing = traced('failing work', {}, async () => {
      throw new Error('no');
    });
    await assert.rejects(failing, /^Error: no$/);
    const { origin, service } = await serveExample();
    const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
    await (await fetch(`${origin}/api/signal?company=acorn`, { headers })).text();
    await (await fetch(`${origin}/api/signals.json`)).text();
    await service.close();
    await end();
    const byName = new Map(spans().map((span) => [span.name, span]));
    assert.equal(byName.get('work')?.attributes[0]?.value['stringValue'], 'acorn');
    assert.equal(byName.get('failing work')?.status?.code, 2);
    const request = byName.get('GET /api/signal');
    assert.equal(request?.traceId, TRACE);
    assert.equal(request?.parentSpanId, 'b7ad6b7169203331');
    const status = request?.attributes.find(({ key }) => key === 'http.response.status_code');
    assert.equal(Number(status?.value['intValue']), 200);
    assert.ok([...byName.keys()].some((name) => name.includes('signals.json')));
    // Addresses are without number, and may name people.
    assert.ok(!bodies.join('').includes('company=acorn'));
    assert.match(bodies.join(''), /"service.name","value":\{"stringValue":"bellwether"\}/);
  });
});
