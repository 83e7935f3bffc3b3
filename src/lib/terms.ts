/** The operator's terms, which stand beside the licence of the data wherever that is named. */

/** Specification, section 1; `LICENSE-DATA` and the FAQ say it in the same words. */
export const RESALE_TERMS =
  'The operator asks for written permission before the raw dataset is resold or redistributed as a competing product.';

/** Of all published data. */
export const DATA_LICENSE = 'https://creativecommons.org/licenses/by/4.0/';
