/** Parameters in addresses of lists, except for the week. */
import { SELECTION_PARAMETERS } from '../../features/selection/selection.ts';

export const LIST_PARAMETERS: readonly string[] = [...SELECTION_PARAMETERS, 'page'];

/** The page that an address asks for, from 1; anything else is the first. */
export function pageIn({ page }: Readonly<Record<string, string | undefined>>): number {
  return page !== undefined && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}
