/** The client's types, made by openapi-typescript. It needs the API that TypeScript 7 lacks. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { type ClientSource, HEADING } from './client-source.ts';

/** Interfaces to keep of those generated; the others repeat the same by address. */
const USED = new Set(['components', 'operations']);

export async function schemaFile(source: ClientSource): Promise<string> {
  // The generator takes any OpenAPI document in JSON; its type is stricter than that.
  const nodes = await openapiTS(source.document() as unknown as OpenAPI3);
  const used = nodes.filter((node) => ts.isInterfaceDeclaration(node) && USED.has(node.name.text));
  const { transformed } = ts.transform(used, [() => withoutUnused]);
  return `${HEADING}\n// Document: ${source.fingerprint()}\n\n${withoutRepetition(astToString(transformed))}`;
}

/** Removes headers, and members of operations that say there is nothing. */
function withoutUnused(node: ts.Node): ts.Node {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'operations') return node;
  const inside = (operation: ts.Node) => ts.visitEachChild(operation, visited, undefined);
  return ts.visitEachChild(node, inside, undefined);
}

function visited(node: ts.Node): ts.Node | undefined {
  const kept = ts.visitEachChild(node, visited, undefined);
  if (!ts.isPropertySignature(kept)) return kept;
  const isNothing =
    kept.type?.kind === ts.SyntaxKind.NeverKeyword ||
    (kept.type && ts.isTypeLiteralNode(kept.type) && kept.type.members.length === 0);
  return isNothing || /^headers?$/.test((kept.name as ts.Identifier).text) ? undefined : kept;
}

/** Removes comments that repeat the type: that a value is constant, or one of several. */
function withoutRepetition(types: string): string {
  return types
    .replace(/^ *\/\*\* @(?:constant|enum \{string\}) \*\/\n/gm, '')
    .replace(/^ *\* @(?:constant|enum \{string\})\n/gm, '')
    .replace(/^( *\/\*\*)\n *\* (.*)\n *\*\/\n/gm, '$1 $2 */\n');
}
