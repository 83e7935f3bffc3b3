/**
 * The runner finds out which test a new one, or a hook, belongs to with an async hook, which makes
 * every promise of the process dearer: it costs about a tenth of the processor time. Once all tests
 * are described it is not needed any more: a test adds tests and hooks through its context while it
 * runs, like `t.after`.
 */
import { createHook } from 'node:async_hooks';

type AsyncHook = ReturnType<typeof createHook>;

/** The prototype that every hook inherits its methods from. */
const methods: Pick<AsyncHook, 'enable'> = Object.getPrototypeOf(createHook({}));

/** @param beginTests makes the runner of this process begin, which has its hook from then on */
export function runnersHook(beginTests: () => void): AsyncHook | undefined {
  const { enable } = methods;
  let found: AsyncHook | undefined;
  methods.enable = function (this: AsyncHook) {
    found = this;
    return enable.call(this);
  };
  try {
    beginTests();
  } finally {
    methods.enable = enable;
  }
  return found;
}
