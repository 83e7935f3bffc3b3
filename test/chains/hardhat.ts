/** The EVM node. Imported once it is known to be installed. */
import './installed.ts';

export const { createHardhatRuntimeEnvironment } = await import('hardhat/hre');
