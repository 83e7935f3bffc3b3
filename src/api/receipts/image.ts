import { z } from 'zod';
import { receiptImage } from '../../features/scout/receipt-image.ts';
import { operation } from '../operation/operation.ts';
import { aboutUser, receiptOf } from '../receipts.ts';

/** Beyond the specification: GET /api/receipts/{username}/image.png. */
export default operation({
  ...aboutUser,
  name: 'get_receipt_image',
  summary: 'The receipt as a picture of 1200 × 630 pixels',
  description:
    'For previews of links. Names in scripts that its typeface lacks are left out; the receipt’s page has them as text.',
  output: z.string(),
  rest: { path: '/api/receipts/{username}/image.png', type: 'image/png' },
  run: async (user, sources) => receiptImage(await receiptOf(user, sources)),
});
