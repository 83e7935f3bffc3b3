/** Stars for services whose tests are not about them: asking for any is a fault. */
import type { StarSource } from '../../src/features/scout/star-source.ts';

export const NO_STARS: StarSource = {
  starsOf: async () => {
    throw new Error('this test must not ask for stars');
  },
  known: async () => undefined,
  stamp: () => undefined,
};
