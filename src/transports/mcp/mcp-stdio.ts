/** MCP over standard input and output: one client, one connection, one message a line. */
import { type Readable, Transform, type Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Published } from '../../published/published.ts';
import { MAX_MESSAGE_BYTES, Refusal, tooLong } from '../json-rpc/read-message.ts';
import { mcpServers } from './mcp-server.ts';
import type { McpOptions } from './operations.ts';
import { changingResources } from './resources.ts';
import { readMessage } from './validate-message.ts';

type Streams = { stdin: Readable; stdout: Writable };

/** @param onRefused called with errors about messages that the library rejected */
export function mcpOverStdio(
  options: McpOptions,
  onRefused: (error: Error) => void,
  { stdin, stdout }: Streams = process,
) {
  const newServer = mcpServers(options);
  let subscribable: McpServer | undefined;
  const transport = new StdioServerTransport(stdin.pipe(messageLines(stdout)), stdout);
  const connection = serveStdio(
    async (request) => {
      const server = await newServer(request);
      if (request.era === 'modern') subscribable = server;
      return server;
    },
    { transport, onerror: onRefused },
  );
  return {
    /** Notifies the client, if it has subscribed, of the resources that have changed. */
    announce: async (published: Published) => {
      if (!subscribable?.isConnected()) return;
      for (const uri of await changingResources(published))
        await subscribable.server.sendResourceUpdated({ uri });
    },
    close: async () => {
      await connection.close();
      // Reading from standard input would keep the process alive.
      stdin.unpipe();
      stdin.pause();
    },
  };
}

const NEWLINE = 0x0a;

/** Forwards lines that are valid messages, and writes an error to `answers` for every other. */
function messageLines(answers: Writable): Transform {
  let line: Buffer[] = [];
  let bytes = 0;
  const append = (part: Buffer) => {
    bytes += part.length;
    // The rest of an overlong line is discarded.
    if (bytes <= MAX_MESSAGE_BYTES) line.push(part);
    else line = [];
  };
  const finish = (): Buffer | undefined => {
    const [content, length] = [Buffer.concat(line), bytes];
    line = [];
    bytes = 0;
    try {
      if (length > MAX_MESSAGE_BYTES) throw tooLong();
      // Blank lines are ignored.
      if (content.toString('latin1').trim() === '') return undefined;
      readMessage(content);
      return Buffer.concat([content, Buffer.of(NEWLINE)]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answers.write(`${error.response}\n`);
      return undefined;
    }
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        append(chunk.subarray(from, end));
        from = end + 1;
        const message = finish();
        if (message) this.push(message);
      }
      append(chunk.subarray(from));
      done();
    },
  });
}
