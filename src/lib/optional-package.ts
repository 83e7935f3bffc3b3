/** Loads packages that may not be installed. */
import { BellwetherError, messageOf, systemCode } from './errors.ts';

/**
 * @param load imports the package, or a module of ours that does
 * @param needed why the package is needed, for the message: "x402 is configured"
 * @param install the command that installs it
 * @throws BellwetherError `package-missing` if the package is not installed
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

/** Node’s codes for `import` and `require`. A missing module of our own is a different error. */
function isMissingPackage(error: unknown): boolean {
  const code = systemCode(error);
  return (
    (code === 'ERR_MODULE_NOT_FOUND' && messageOf(error).startsWith('Cannot find package')) ||
    code === 'MODULE_NOT_FOUND'
  );
}
