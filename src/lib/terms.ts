/** The operator's terms, shown next to the data's licence wherever that is named. */

/** Specification, section 1; `LICENSE-DATA` and the FAQ use the same words. */
export const RESALE_TERMS =
  'The operator asks for written permission before the raw dataset is resold or redistributed as a competing product.';

/** The licence of all published data. */
export const DATA_LICENSE = 'https://creativecommons.org/licenses/by/4.0/';
