/** The version of the descriptions of the service. */

/** Specification, sections 1 and 9. */
export const DESCRIPTOR_VERSION = '1.4.0';
export const DESCRIPTOR_REVISED = '2026-05-08';
