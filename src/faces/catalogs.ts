/** The descriptions that are derived from all operations together, each made once. */
import type { Catalog, Operation, OperationContext } from '../operations/operation.ts';
import { agentCard, agentTools } from './agents/catalog.ts';
import { openApi } from '../transports/openapi/openapi.ts';

export function describer(
  operations: readonly Operation[],
  baseUrl: string,
): OperationContext['describe'] {
  const catalogs: Readonly<Record<Catalog, unknown>> = {
    openapi: openApi(operations, baseUrl),
    'agent-card': agentCard(operations, baseUrl),
    'agent-tools': agentTools(operations, baseUrl),
  };
  return (catalog) => catalogs[catalog];
}
