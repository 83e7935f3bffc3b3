/** Packages that an installation may lack, loaded where they are needed. */
import { BellwetherError, messageOf, systemCode } from './errors.ts';

/**
 * @param load imports the package, or a module of ours that does
 * @param needed what cannot be done without it: "x402 is configured"
 * @param install how to install it, a command
 * @throws BellwetherError `package-missing` where the package is not installed
 */
export async function optionalPackage<Module>(
  load: () => Promise<Module>,
  needed: string,
  install: string,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    throw new BellwetherError(
      'package-missing',
      `${needed}, but its library is not installed. Install it with: ${install}`,
      { cause: error },
    );
  }
}

/** Node’s codes for `import` and `require`; a module of our own that is missing is another fault. */
function isMissingPackage(error: unknown): boolean {
  const code = systemCode(error);
  return (
    (code === 'ERR_MODULE_NOT_FOUND' && messageOf(error).startsWith('Cannot find package')) ||
    code === 'MODULE_NOT_FOUND'
  );
}
