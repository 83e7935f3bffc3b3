/**
 * Finds misspelled setting names. The environment is full of other programs' variables, so a name
 * only counts as misspelled if it can hardly be anything else.
 */
import { isWithinEditDistance } from '../edit-distance.ts';

/** Names close to ours that belong to other programs. */
export const OTHER_PROGRAMS_NAMES = new Set(['GITHUB_TOKEN', 'GITLAB_API_URL', 'PORTS']);

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
  for (const edits of [0, 1, 2]) {
    const meant = settings.find((setting) => {
      const other = normalizedName(setting);
      const most = other.length < MIN_LENGTH_FOR_TWO_EDITS ? 1 : 2;
      return edits <= most && isWithinEditDistance(plain, other, edits);
    });
    if (meant !== undefined) return meant;
  }
  return undefined;
}

/** Ignores case and underscores, where most misspellings are. */
function normalizedName(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
