/**
 * Calls `late` after `ms` milliseconds unless cancelled. Data that arrived while this process was too
 * busy to read it still counts as in time: it is read before `late` is called.
 *
 * @returns a function that cancels the deadline
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
