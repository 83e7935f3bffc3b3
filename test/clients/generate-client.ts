/** `npm run generate:client`: the client's types and its table of operations. */
import { writeFile } from 'node:fs/promises';
import { clientSource, OPERATIONS_FILE, SCHEMA_FILE } from './client-source.ts';
import { schemaFile } from './schema-file.ts';

const source = await clientSource();
await writeFile(OPERATIONS_FILE, source.operationsFile());
await writeFile(SCHEMA_FILE, await schemaFile(source));
