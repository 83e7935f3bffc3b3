/**
 * Calls `late` after so many milliseconds, unless it is called off before. What arrived while this
 * process was too busy to read it is in time: it is read first.
 *
 * @returns calls it off
 */
export function startDeadline(ms: number, late: () => void): () => void {
  let afterReading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    afterReading = setImmediate(late);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(afterReading);
  };
}
