/** MCP over standard input and output: one client, one connection, one message a line. */
import { type Readable, Transform, type Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { MAX_BODY_BYTES } from '../http/request-input.ts';
import { Refusal, tooLong } from '../json-rpc/read-message.ts';
import { type McpOptions, mcpServers } from './mcp-server.ts';
import { validateMessage } from './validate-message.ts';

type Streams = { stdin: Readable; stdout: Writable };

/** @param onRefused called with errors about messages that the library rejected */
export function mcpOverStdio(
  options: McpOptions,
  onRefused: (error: Error) => void,
  { stdin, stdout }: Streams = process,
) {
  const transport = new StdioServerTransport(stdin.pipe(messageLines(stdout)), stdout);
  const connection = serveStdio(mcpServers(options), { transport, onerror: onRefused });
  return {
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
  let line = Buffer.alloc(0);
  const forward = (to: Transform, content: Buffer) => {
    try {
      if (content.length > MAX_BODY_BYTES) throw tooLong();
      // Blank lines are ignored.
      if (content.toString('latin1').trim() === '') return;
      validateMessage(content);
      to.push(`${content}\n`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answers.write(`${error.response}\n`);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let rest = chunk;
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
        forward(this, Buffer.concat([line, rest.subarray(0, end)]));
        line = Buffer.alloc(0);
        rest = rest.subarray(end + 1);
      }
      // The rest of an overlong line is discarded.
      if (line.length <= MAX_BODY_BYTES) line = Buffer.concat([line, rest]);
      done();
    },
  });
}
