/** `bellwether doctor`: what is wrong with an installation, and what to do about it. */
import { messageOf } from '../../lib/errors.ts';
import { counted } from '../../lib/prose.ts';
import { columns, defineCommand, note, show } from './command.ts';
import { CHECKS, type Check, Warning } from './doctor-checks.ts';
import { Project } from './project.ts';

type State = 'ok' | 'warning' | 'error';
export type Finding = { check: string; state: State; says: string; remedy?: string };

export function command() {
  return defineCommand(
    'doctor',
    'Checks the settings, git, the data folder, ledger and editions, and what the settings name: database, workers, the bucket of editions, ways to pay, mail. Changes nothing, except that it writes a small object to that bucket and removes it. Exits with 1 if there is an error; warnings do not count.',
    'bellwether doctor',
    'bellwether doctor --json',
  )
    .option('--json', 'as JSON')
    .action(async ({ json }) => {
      note('Examining the installation …');
      const checks = await examine();
      show(json, { checks }, () => report(checks));
      if (checks.some(({ state }) => state === 'error')) process.exitCode = 1;
    });
}

/** Without usable settings nothing else is checked, since they say where everything is. */
async function examine(): Promise<Finding[]> {
  try {
    const project = new Project();
    return await Promise.all(
      Object.entries(CHECKS).map(([name, check]) => look(name, check, project)),
    );
  } catch (error) {
    const [, remedy] = CHECKS.settings;
    return [{ check: 'settings', state: 'error', says: messageOf(error), remedy }];
  }
}

export async function look(check: string, row: Check, project: Project): Promise<Finding> {
  const [examine, remedy] = row;
  try {
    return { check, state: 'ok', says: await examine(project) };
  } catch (thrown) {
    const state = thrown instanceof Warning ? 'warning' : 'error';
    return { check, state, says: messageOf(thrown), ...(remedy !== undefined && { remedy }) };
  }
}

function report(findings: readonly Finding[]): string[] {
  const lines = columns(
    findings.flatMap(({ check, state, says, remedy }) => [
      [state === 'ok' ? state : state.toUpperCase(), check, says],
      ...(remedy === undefined ? [] : [['', '', `→ ${remedy}`]]),
    ]),
  );
  const number = (state: State) => findings.filter((each) => each.state === state).length;
  const sum = `${counted(number('error'), 'error')}, ${counted(number('warning'), 'warning')}`;
  return [...lines, '', `${sum}.`];
}
