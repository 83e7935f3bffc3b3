/**
 * Finds misspelled setting names. The environment is full of other programs' variables, so a name
 * only counts as misspelled if it can hardly be anything else.
 */

/** Names close to ours that belong to other programs. */
const OTHER_PROGRAMS_NAMES: ReadonlySet<string> = new Set([
  'GITHUB_TOKEN',
  'GITLAB_API_URL',
  'PORTS',
]);

/** Numbered variables that a scheduler or supervisor sets: `PORT0`. */
const NUMBERED_VARIABLE = /^(?:PORT|HOST)_?\d+$/;

/** Two edits away, shorter names are other words: `PORT` and `POST`, `HOST` and `HOME`. */
const MIN_LENGTH_FOR_TWO_EDITS = 8;

/**
 * Variables in which an orchestrator describes other services (Docker's links, Kubernetes' service
 * variables). A service called `bellwether` or `metrics` produces variables with our names.
 */
export function isServiceLink(name: string, value: string): boolean {
  if (/_SERVICE_(?:HOST|PORT)(?:_|$)/.test(name)) return true;
  if (/_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/.test(name)) return true;
  return name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
}

/** The setting that a name was probably meant for; undefined if the name is correct or unrelated. */
export function likelySetting(name: string, settings: readonly string[]): string | undefined {
  if (settings.includes(name) || NUMBERED_VARIABLE.test(name)) return undefined;
  const plain = normalizedName(name);
  const [nearest] = settings
    .map((setting) => ({ setting, edits: editDistance(plain, normalizedName(setting)) }))
    .filter(({ setting, edits }) => edits <= maxEdits(normalizedName(setting)))
    .sort((a, b) => a.edits - b.edits);
  return nearest?.setting;
}

/** Whether another program is known to use this name, even if it is close to one of ours. */
export function belongsToOtherProgram(name: string): boolean {
  return OTHER_PROGRAMS_NAMES.has(name);
}

/** Ignores case and underscores, where most misspellings are. */
function normalizedName(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function maxEdits(plain: string): number {
  return plain.length < MIN_LENGTH_FOR_TWO_EDITS ? 1 : 2;
}

/**
 * The number of letters added, dropped, changed, or swapped with their neighbour (optimal string
 * alignment distance).
 */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          cost(current, column - 1) + 1,
          cost(last, column) + 1,
          cost(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? cost(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return cost(last, to.length);
}

function cost(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
