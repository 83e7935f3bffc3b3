/** Two publishers at once: the second one starts again from what the first one published. */
import { BellwetherError } from '../../../lib/errors.ts';

/** Others would have to be first each time. */
const MAX_TRIES = 5;

/** @param publish takes up what is published, and adds to it */
export async function onTopOfOthers<T>(publish: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await publish();
    } catch (error) {
      const isRaced = error instanceof BellwetherError && error.code === 'publication-raced';
      if (!isRaced || tries === MAX_TRIES) throw error;
    }
}
