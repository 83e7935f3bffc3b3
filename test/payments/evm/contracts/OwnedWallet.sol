// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import "./Signatures.sol";

/// A smart wallet at its smallest: what its one owner signs, it signs (ERC-1271).
contract OwnedWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(
        bytes32 digest,
        bytes calldata signature
    ) external view returns (bytes4) {
        return
            Signatures.recover(digest, signature) == owner
                ? Signatures.ERC1271_ACCEPTED
                : bytes4(0xffffffff);
    }
}

/// Deploys wallets to addresses that are known before the wallets exist (ERC-6492).
contract OwnedWalletFactory {
    /// Deploys the owner's wallet, or answers with the one that already stands there.
    function deploy(address owner, bytes32 salt) external returns (address wallet) {
        wallet = addressOf(owner, salt);
        if (wallet.code.length == 0) new OwnedWallet{salt: salt}(owner);
    }

    /// Where `deploy` puts the wallet, by EIP-1014.
    function addressOf(address owner, bytes32 salt) public view returns (address) {
        bytes32 initCodeHash = keccak256(
            abi.encodePacked(type(OwnedWallet).creationCode, abi.encode(owner))
        );
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", address(this), salt, initCodeHash));
        return address(uint160(uint256(hash)));
    }
}
