/** Errors of the JSON-RPC API, with the codes and words of Agave (rpc-client-api/src/custom_error.rs). */
export class RpcError extends Error {
  readonly code: number;
  readonly detail: unknown;

  constructor(code: number, message: string, detail?: unknown) {
    super(message);
    this.code = code;
    this.detail = detail;
  }

  toJSON(): { code: number; message: string; data?: unknown } {
    const { code, message, detail } = this;
    return { code, message, ...(detail !== undefined && { data: detail }) };
  }
}

export const parseError = (): RpcError => new RpcError(-32700, 'Parse error');
export const invalidRequest = (): RpcError => new RpcError(-32600, 'Invalid request');
export const methodNotFound = (): RpcError => new RpcError(-32601, 'Method not found');
export const invalidParams = (message: string): RpcError => new RpcError(-32602, message);

export const nodeBehind = (slots: number): RpcError =>
  new RpcError(-32005, `Node is behind by ${slots} slots`, { numSlotsBehind: slots });

export const unsupportedVersion = (version: string | number): RpcError =>
  new RpcError(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the ` +
      `request again with the following configuration parameter: ` +
      `"maxSupportedTransactionVersion": ${version}`,
  );
