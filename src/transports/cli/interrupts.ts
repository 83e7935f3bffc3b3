/** Ending in good order on Ctrl+C and SIGTERM. */

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/**
 * npm passes on an interrupt that the terminal sends to every process, so one Ctrl+C arrives twice. A
 * second signal ends the process at once only after this time.
 */
const REPEAT_MS = 1_000;

/** Calls `stop` at the first signal. @returns a function that restores the default: to end at once */
export function onInterrupt(stop: () => void): () => void {
  let isStopping = false;
  const restore = () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  const interrupt = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(restore, REPEAT_MS).unref();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return restore;
}

/** A signal that is aborted by an interrupt, and at the end of its scope, to stop what was left running. */
export function stopSignal() {
  const controller = new AbortController();
  const restore = onInterrupt(() => controller.abort());
  const end = () => {
    restore();
    controller.abort();
  };
  return { signal: controller.signal, [Symbol.dispose]: end };
}
