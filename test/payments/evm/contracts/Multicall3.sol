// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Many calls in one, with the interface that public chains have at
/// 0xcA11bde05977b3631167028862bE2a173976CA11 (as much of it as viem and x402 call).
contract Multicall3 {
    struct Call {
        address target;
        bytes callData;
    }

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function tryAggregate(
        bool requireSuccess,
        Call[] calldata calls
    ) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++)
            results[i] = _call(calls[i].target, calls[i].callData, !requireSuccess);
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++)
            results[i] = _call(calls[i].target, calls[i].callData, calls[i].allowFailure);
    }

    function _call(
        address target,
        bytes calldata callData,
        bool allowFailure
    ) private returns (Result memory) {
        (bool success, bytes memory returnData) = target.call(callData);
        require(success || allowFailure, "Multicall3: call failed");
        return Result(success, returnData);
    }
}
