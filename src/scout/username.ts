import { z } from 'zod';

/** A login of the hosting service: 1 to 39 letters, digits and single hyphens within. */
export const Username = z
  .string('must be given once, as text')
  .min(1, 'must not be empty')
  .max(39, 'must have at most 39 characters')
  .regex(
    /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/,
    'must be a GitHub user name: letters, digits, and single hyphens between them',
  );
