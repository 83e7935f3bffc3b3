/** The refusal of a sector that there is not. */
import { NotFoundError } from '../lib/errors.ts';

/** @param sectors that can be asked for */
export function unknownSector(
  asked: string,
  sectors: readonly { name: string; slug: string }[],
): NotFoundError {
  const available = sectors.map(({ name, slug }) => ({ name, slug }));
  const slugs = available.map(({ slug }) => slug).join(', ');
  const detail = `No sector is called ${JSON.stringify(asked)} here; ask for one of ${slugs}.`;
  return new NotFoundError('unknown-sector', detail, { details: { available } });
}
