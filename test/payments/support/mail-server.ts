/** A mail server that keeps the mails it accepts, and can refuse mails or be down. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type Mail = { from: string; to: string; headers: string; text: string };

export async function mailServer() {
  const make = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onData: async (stream, { envelope: { mailFrom, rcptTo } }, done) => {
        const [headers = '', ...body] = (await text(stream)).split('\r\n\r\n');
        const to = rcptTo.map(({ address }) => address).join();
        const from = mailFrom ? mailFrom.address : '';
        const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(headers);
        const encoded = body.join('\r\n\r\n');
        const decoded = isQuoted ? decodeQuotedPrintable(encoded) : encoded;
        (own.isRefusing ? own.refused : own.mails).push({ from, to, headers, text: decoded });
        // The reply repeats the address, as many servers' replies do.
        const refusal = new Error(`5.1.1 <${to}>: no such mailbox`);
        done(own.isRefusing ? Object.assign(refusal, { responseCode: 550 }) : null);
      },
    });
  let server = make();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A TCP server's address is an AddressInfo.
  const { port } = server.server.address() as AddressInfo;
  const own = {
    url: `smtp://127.0.0.1:${port}`,
    /** Accepted mails, and mails that were refused after they were read, each in order. */
    mails: [] as Mail[],
    refused: [] as Mail[],
    isRefusing: false,
    /** Stops listening until `up`, which uses the same address. */
    down: () => new Promise<void>((resolve) => void server.close(() => resolve())),
    up: async (): Promise<void> => {
      server = make();
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
  return own;
}

/** RFC 2045, section 6.7. */
function decodeQuotedPrintable(encoded: string): string {
  const bytes = encoded
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
