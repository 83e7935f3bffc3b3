/** Mails keys. The message is the only copy of the key. */
import { createTransport } from 'nodemailer';
import { systemCode } from '../../lib/errors.ts';

export type KeyMailer = ReturnType<typeof keyMailer>;

type MailSettings = {
  /** `smtp://user:password@host:587`, or `smtps:`. */
  smtpUrl: string;
  from: string;
  baseUrl: string;
  operator: string;
};

/** Timeouts in milliseconds for connecting, for the greeting, and without any data. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function keyMailer({ smtpUrl, from, baseUrl, operator }: MailSettings) {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  return {
    /** Rejects if the server did not accept the message. The error contains neither address nor key. */
    send: async (to: string, { key, credits }: { key: string; credits: number }): Promise<void> => {
      const subject = `Your Bellwether key: ${credits} credits`;
      const text = `Thank you. This is your key for ${credits} deep signals:

  ${key}

It is shown here and nowhere else; keep it like a password. Use it as

  curl -X POST ${baseUrl}/api/agent/deep-signal \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' -d '{"name": "langfuse"}'

What is left: ${baseUrl}/api/account/credits with the same header.
Credits do not expire; a startup that is not found costs nothing.

${operator}
${baseUrl}/pricing
`;
      try {
        await transport.sendMail({ from, to, subject, text });
      } catch (error) {
        throw new Error(`the mail was not taken: ${errorCodes(error)}`);
      }
    },
  };
}

/**
 * The error's codes, such as `EENVELOPE 550`. The rest of an SMTP reply is free text, which usually
 * contains the address (RFC 5321, section 4.2).
 */
function errorCodes(error: unknown): string {
  const code = systemCode(error) ?? 'unknown';
  const isReply = typeof error === 'object' && error !== null && 'responseCode' in error;
  return isReply ? `${code} ${String(error.responseCode)}` : code;
}
