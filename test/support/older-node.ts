/** A Node that is too old for this project, if the machine has one. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

function majorOf(node: string): number {
  return Number.parseInt(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1), 10);
}

export const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (node) => existsSync(node) && majorOf(node) < 24,
);
