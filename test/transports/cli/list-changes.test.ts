/** Reports of renewed lists to the operator, without what the collection said already. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RenewalReport } from '../../../src/pipeline/collect/organization/renewal.ts';
import { reportRenewal } from '../../../src/transports/cli/collection-report.ts';

const MOVED = { kind: 'moved' as const, name: 'acme/core', role: 'main', newName: 'acme/engine' };

function told(report: Partial<RenewalReport>, statuses: readonly ('renamed' | 'fetched')[]) {
  const lines: string[] = [];
  const outcomes = statuses.map((status) => ({
    ...{ company: 'acme', repository: 'acme/core', status, message: '' },
  }));
  const whole = { renewed: 1, changes: [], failed: [], ...report };
  reportRenewal(
    whole,
    outcomes,
    (line) => lines.push(line),
    (line) => lines.push(line),
  );
  return lines;
}

describe('a renewed list', () => {
  const changes = [{ company: 'acme', change: MOVED }];

  it('does not tell a rename again that git told', () => {
    assert.deepEqual(told({ changes }, ['renamed']), []);
    assert.match(told({ changes }, ['fetched']).join(), /acme\/core: moved to acme\/engine/);
  });

  it('tells once why lists could not be had', () => {
    const failed = ['a', 'b', 'c', 'd'].map((name) => ({ name, cause: 'it cannot be reached' }));
    assert.deepEqual(told({ failed }, []), [
      '4 lists of repositories could not be renewed: it cannot be reached (a, b, c and 1 more). The next collection asks for them first.',
    ]);
  });
});
