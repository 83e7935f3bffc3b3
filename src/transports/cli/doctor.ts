/** `bellwether doctor`: what is wrong with an installation, and what to do about it. */
import { counted } from '../../lib/prose.ts';
import { writtenAt } from '../../pipeline/ledger/ledger.ts';
import { columns, defineCommand, note, show } from './command.ts';
import { type Check, type NamedFinding, runChecks, type State } from './doctor/finding.ts';
import * as installation from './doctor/installation.ts';
import * as services from './doctor/services.ts';
import { Project } from './project.ts';

const MARKS: Readonly<Record<State, string>> = { ok: 'ok', warning: 'WARNING', error: 'ERROR' };

export function command() {
  return defineCommand(
    'doctor',
    'Checks Node, git, the data folder, the settings, the clock, registry, ledger, editions and the log of forecasts, and whatever the settings name: database, workers, Redis, the bucket of editions, ClickHouse, BASE_URL, ways to pay, mail. Changes nothing, except that it writes a small object to that bucket and removes it. Exits with 1 if there is an error; warnings do not count.',
    'bellwether doctor',
    'bellwether doctor --json',
  )
    .option('--json', 'print the findings as JSON')
    .action(async ({ json }) => {
      note('Examining the installation …');
      const checks = await examine(process.env);
      show(json, { checks }, () => report(checks));
      if (checks.some(({ state }) => state === 'error')) process.exitCode = 1;
    });
}

export async function examine(variables: NodeJS.ProcessEnv): Promise<NamedFinding[]> {
  const { config, check } = installation.settings(variables);
  const project = config && new Project(config);
  return runChecks({
    node: () => installation.nodeVersion(),
    git: installation.gitVersion,
    settings: check,
    registry: () => installation.registry(project),
    // Everything else is somewhere that the settings say.
    ...(project && configuredChecks(project)),
  });
}

function configuredChecks(project: Project): Readonly<Record<string, Check>> {
  const { settings: config, store, folders } = project;
  const written = async () => [await store.publishedAt(), await writtenAt(folders.ledger)];
  return {
    'data folder': () => installation.dataFolder(config.dataFolder),
    clock: async () => installation.clock(config.gitHubApiUrl, await written()),
    ledger: () => installation.ledger(project),
    editions: () => installation.editions(project),
    forecasts: () => installation.forecasts(project),
    database: () => services.database(config),
    workers: () => services.workers(config),
    redis: () => services.redis(config),
    clickhouse: () => services.clickHouse(config),
    'editions bucket': () => services.editionsBucket(config),
    'base url': () => services.baseUrl(config),
    payments: () => services.payments(project),
    mail: () => services.mail(config),
  };
}

function report(findings: readonly NamedFinding[]): string[] {
  const lines = columns(
    findings.flatMap(({ check, state, says, remedy }) => [
      [MARKS[state], check, says],
      ...(remedy === undefined ? [] : [['', '', `→ ${remedy}`]]),
    ]),
  );
  const number = (state: State) => findings.filter((each) => each.state === state).length;
  const sum = `${counted(number('error'), 'error')}, ${counted(number('warning'), 'warning')}`;
  return [...lines, '', `${sum}.`];
}
