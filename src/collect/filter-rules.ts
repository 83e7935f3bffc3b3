/** What the filter needs of the registry, folded once. */

import type { Registry } from '../registry/schema.ts';
import type { FilterRules } from '../pipeline/signals/filter.ts';
import { foldName } from '../pipeline/signals/filter.ts';

export function filterRules({
  automations,
  agents,
}: Pick<Registry, 'automations' | 'agents'>): FilterRules {
  return {
    automations: new Set(automations.names.map(foldName)),
    agents: new Set(agents.flatMap(({ accounts }) => accounts).map(foldName)),
  };
}
