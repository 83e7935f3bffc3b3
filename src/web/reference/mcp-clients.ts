/** Instructions for connecting the usual clients to the MCP server. */

type McpClient = {
  name: string;
  /** Place for the snippet, as a sentence. */
  where: string;
  snippet: string;
};

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** @param endpoint the full address of the MCP server */
export function mcpClients(endpoint: string): readonly McpClient[] {
  return [
    {
      name: 'Claude Code',
      where: 'Run this in a terminal.',
      snippet: `claude mcp add --transport http bellwether ${endpoint}`,
    },
    {
      name: 'Claude Desktop',
      where: 'Settings → Connectors → Add custom connector, then paste this address.',
      snippet: endpoint,
    },
    {
      name: 'Cursor',
      where: 'Put this in .cursor/mcp.json of a project, or in ~/.cursor/mcp.json.',
      snippet: json({ mcpServers: { bellwether: { url: endpoint } } }),
    },
    {
      name: 'VS Code',
      where: 'Put this in .vscode/mcp.json.',
      snippet: json({ servers: { bellwether: { type: 'http', url: endpoint } } }),
    },
    {
      name: 'Plain HTTP',
      where: 'Any program can call a tool; this asks for one startup.',
      snippet: `curl -s ${endpoint} \\
  -H 'content-type: application/json' \\
  -H 'accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_startup_signal","arguments":{"name":"langfuse"}}}'`,
    },
  ];
}
