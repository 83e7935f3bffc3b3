/** The EVM node; it is installed by `npm ci --prefix test/chains`. */
export { createHardhatRuntimeEnvironment } from 'hardhat/hre';
