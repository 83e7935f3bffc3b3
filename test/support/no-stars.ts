/** Stars for services whose tests are not about them: nobody has any. */
import type { StarSource } from '../../src/features/scout/star-source.ts';

export const NO_STARS: StarSource = {
  starsOf: async () => {
    throw new Error('nobody asks for stars here');
  },
  known: async () => undefined,
  stamp: () => undefined,
};
