// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Whose signature a digest bears: an account's by ECDSA, or a contract's by ERC-1271.
library Signatures {
    /// What ERC-1271 has a contract answer to a signature that it accepts.
    bytes4 internal constant ERC1271_ACCEPTED = 0x1626ba7e;

    /// Half the order of secp256k1: EIP-2 lets `s` be no higher, so that a signature has no twin.
    uint256 private constant HALF_ORDER =
        0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    /// The account that signed; reverts for a signature that no account can have made.
    function recover(bytes32 digest, bytes memory signature) internal pure returns (address) {
        require(signature.length == 65, "ECRecover: invalid signature length");
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
        require(uint256(s) <= HALF_ORDER, "ECRecover: invalid signature 's' value");
        require(v == 27 || v == 28, "ECRecover: invalid signature 'v' value");
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0), "ECRecover: invalid signature");
        return signer;
    }

    /// Whether `signer` stands behind the signature: asked of its code when it has any.
    function isFrom(
        address signer,
        bytes32 digest,
        bytes memory signature
    ) internal view returns (bool) {
        if (signer.code.length == 0) return recover(digest, signature) == signer;
        (bool answered, bytes memory answer) = signer.staticcall(
            abi.encodeWithSignature("isValidSignature(bytes32,bytes)", digest, signature)
        );
        return
            answered &&
            answer.length >= 32 &&
            abi.decode(answer, (bytes32)) == bytes32(ERC1271_ACCEPTED);
    }
}
