/** Files under deploy/, checked by the tools that read them. */

import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { PaymentEvents } from '../../src/payments/payment-events.ts';
import { openPayments } from '../../src/payments/payments.ts';
import { openStore } from '../../src/store/store.ts';
import { serveExample } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DEPLOY = join(PROJECT_ROOT, 'deploy');
const isMissing = (tool: string) =>
  spawnSync(tool, ['--version']).status !== 0 && process.env['CI'] === undefined && `no ${tool}`;

function succeeds(result: SpawnSyncReturns<string>): void {
  assert.equal(result.status, 0, `${result.error ?? ''}${result.stdout}${result.stderr}`);
}

function run(command: string, ...args: string[]): SpawnSyncReturns<string> {
  return spawnSync(command, args, { encoding: 'utf8' });
}

function text(path: string): Promise<string> {
  return readFile(join(DEPLOY, path), 'utf8');
}

/** Names of all metrics that the service exports. */
async function exported(): Promise<Set<string>> {
  const store = openStore(':memory:');
  const rails = { x402: undefined, solana: undefined, checkout: undefined };
  const ignored = { audited: () => {}, failed: () => {} };
  const payments = openPayments(store, rails, new PaymentEvents(), ignored);
  await payments.books.opened;
  const collectedAt = async () => new Date();
  const { origin, service } = await serveExample(true, { payments, collectedAt });
  try {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const names = text.matchAll(/^# TYPE (\w+) (\w+)$/gm);
    return new Set(
      [...names].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['bucket', 'sum', 'count'].map((end) => `${name}_${end}`) : [name],
      ),
    );
  } finally {
    await service.close();
    await payments.books.close();
  }
}

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

describe('alerts and the dashboard', () => {
  it('ask for metrics that the service exports', async () => {
    const names = await exported();
    const alerts = Rules.parse(parse(await text('prometheus/alerts.yml')));
    const { panels } = Dashboard.parse(JSON.parse(await text('grafana/bellwether.json')));
    const queries = [
      ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    assert.ok(queries.length > 20);
    for (const query of queries)
      for (const [name] of query.matchAll(/\b(?:bellwether|nodejs|process)_\w+/g))
        assert.ok(names.has(name), `${name} in ${query}`);
  });

  it('are what Prometheus takes, and fire when they should', {
    skip: isMissing('promtool'),
  }, async (t) => {
    succeeds(run('promtool', 'check', 'config', join(DEPLOY, 'prometheus', 'prometheus.yml')));
    succeeds(run('promtool', 'test', 'rules', join(import.meta.dirname, 'alerts-cases.yml')));
    const { panels } = Dashboard.parse(JSON.parse(await text('grafana/bellwether.json')));
    const rules = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }, index) => ({
        record: `query_${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }));
    const file = join(await temporaryFolder(t), 'queries.yml');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    succeeds(run('promtool', 'check', 'rules', file));
  });
});

describe('systemd units', { skip: isMissing('systemd-analyze') }, () => {
  it('are understood, and leave the service little that it could harm', async (t) => {
    const folder = await temporaryFolder(t);
    const names = await readdir(join(DEPLOY, 'systemd'));
    for (const name of names) {
      const unit = (await text(`systemd/${name}`))
        .replaceAll('/srv/bellwether', PROJECT_ROOT)
        .replaceAll('/usr/bin/node', process.execPath);
      const file = join(folder, name);
      await writeFile(file, unit);
      const verified = run('systemd-analyze', 'verify', '--man=no', file);
      succeeds(verified);
      assert.equal(verified.stderr, '');
      // In tenths, from 0 to 100; units without any of this have 96.
      succeeds(run('systemd-analyze', 'security', '--offline=true', '--threshold=15', file));
    }
    assert.ok(names.length > 0);
  });

  it('start processes that share the port, with a port of its own for the metrics of each', async () => {
    const unit = await text('systemd/bellwether@.service');
    assert.match(unit, /^ExecStart=.* start --share-port$/m);
    assert.match(unit, /^Environment=.* METRICS_PORT=946%i$/m);
    const targets = (await text('prometheus/prometheus.yml')).matchAll(/localhost:(\d+)/g);
    assert.deepEqual(
      [...targets].map(([, port]) => port),
      ['9461', '9462'],
    );
  });
});

const Service = z.looseObject({
  mem_limit: z.string().regex(/^\d+[mg]$/),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  image: z.string(),
  command: z.array(z.string()).default([]),
  deploy: z.object({ replicas: z.int() }).default({ replicas: 1 }),
});
const Named = z.record(z.string(), z.unknown());
const Compose = z.object({
  services: z.record(z.string(), Service),
  ...{ networks: Named, volumes: Named },
});

describe('the image and the compose file', () => {
  it('copy only files that exist, and do not run as root', async () => {
    const dockerfile = await text('Dockerfile');
    const ignored = (await text('Dockerfile.dockerignore')).split('\n');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, sources = '']) => sources.split(' '),
    );
    assert.ok(copied.length > 8);
    for (const source of copied) {
      assert.ok(existsSync(join(PROJECT_ROOT, source)), source);
      assert.ok(ignored.includes(`!${source}`), `${source} is not in Dockerfile.dockerignore`);
    }
    assert.equal(dockerfile.match(/^USER (.*)$/gm)?.at(-1), 'USER 1000:1000');
  });

  it('name services, networks and volumes that exist, with health checks and memory limits', async () => {
    const { services, networks, volumes } = Compose.parse(parse(await text('compose.yaml')));
    for (const [name, service] of Object.entries(services)) {
      // The image brings its own.
      if (service.image !== 'bellwether') assert.ok(service['healthcheck'], name);
      for (const network of service.networks) assert.ok(network in networks, network);
      for (const other of Object.keys(service.depends_on)) assert.ok(other in services, other);
      for (const [source = ''] of service.volumes.map((volume) => volume.split(':')))
        assert.ok(source in volumes || existsSync(join(DEPLOY, source)), source);
    }
    const own = Object.values(services).filter(({ image }) => image === 'bellwether');
    assert.deepEqual(
      own.map(({ command, deploy }) => `${command.join(' ')} ${deploy.replicas}`),
      ['serve 2', 'schedule 1', 'worker 0'],
    );
    const { read_only, ports } = services['bellwether'] ?? assert.fail();
    // Replicas cannot have the same port of the machine: Caddy distributes to them.
    assert.deepEqual([read_only, ports], [true, undefined]);
    assert.match(await text('Caddyfile'), /reverse_proxy \{[^}]*\bdynamic a bellwether 8080 \{/);
  });
});
