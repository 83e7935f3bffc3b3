/** The client's types, made by openapi-typescript. It needs the API that TypeScript 7 lacks. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { type ClientSource, HEADING } from './client-source.ts';

/** Of what openapi-typescript makes; the others say the same by address. */
const USED = new Set(['components', 'operations']);

export async function schemaFile(source: ClientSource): Promise<string> {
  // An OpenAPI document in JSON is what the generator takes; its type is of a stricter reading.
  const nodes = await openapiTS(source.document() as unknown as OpenAPI3);
  const used = nodes.filter((node) => ts.isInterfaceDeclaration(node) && USED.has(node.name.text));
  return `${HEADING}\n// Document: ${source.fingerprint()}\n\n${astToString(used)}`;
}
