/** A mail server that keeps what it takes, and can refuse mails or be down. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type Mail = { from: string; to: string; headers: string; text: string };

export type MailServer = {
  url: string;
  /** Mails that were taken, in their order. */
  mails: Mail[];
  /** Mails that were read to their end and refused. */
  refused: Mail[];
  /** Whether mails are refused from now on; the reply repeats the address, as many servers' do. */
  refuse: (isRefusing: boolean) => void;
  /** Nobody listens until it is up again, at the same address. */
  down: () => Promise<void>;
  up: () => Promise<void>;
};

export async function mailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const refused: Mail[] = [];
  let isRefusing = false;
  const make = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onData: async (stream, { envelope }, done) => {
        const mail = read(await text(stream), envelope);
        (isRefusing ? refused : mails).push(mail);
        const refusal = new Error(`5.1.1 <${mail.to}>: no such mailbox`);
        done(isRefusing ? Object.assign(refusal, { responseCode: 550 }) : null);
      },
    });
  let server = make();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Only sockets of other families have an address that is no AddressInfo.
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused,
    refuse: (next) => {
      isRefusing = next;
    },
    down: () => new Promise((resolve) => void server.close(() => resolve())),
    up: async () => {
      server = make();
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
}

type Envelope = { mailFrom: { address: string } | false; rcptTo: readonly { address: string }[] };

function read(message: string, { mailFrom, rcptTo }: Envelope): Mail {
  const [headers = '', ...body] = message.split('\r\n\r\n');
  const encoded = body.join('\r\n\r\n');
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address).join(),
    headers,
    text: /^content-transfer-encoding: quoted-printable/im.test(headers)
      ? fromQuotedPrintable(encoded)
      : encoded,
  };
}

/** RFC 2045, section 6.7. */
function fromQuotedPrintable(encoded: string): string {
  const bytes = encoded
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
