/** The hosted checkout of the operator's settings. */
import type { PaymentConfig } from '../../payment-settings.ts';
import type { RailParts } from '../payments.ts';
import { type Checkout, checkout, type Pack } from './checkout.ts';
import { keyMailer } from './mail.ts';

type Settings = Extract<PaymentConfig['checkout'], { isComplete: true }>['settings'];

export function configuredCheckout(
  { smtpUrl, mailFrom, ...settings }: Settings,
  { store, watch }: RailParts,
  { pack, ...service }: { pack: Pack; baseUrl: string; operator: string },
): Checkout {
  const mailer = keyMailer({ smtpUrl, from: mailFrom, ...service });
  return checkout({ store, mailer, settings, pack, watch });
}
