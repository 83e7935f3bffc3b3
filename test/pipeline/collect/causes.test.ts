import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { causeLines, repositoryFailure } from '../../../src/pipeline/collect/causes.ts';

const unreachable = (repository: string) => ({
  repository,
  message: `git fetch: unable to access 'https://example.org/${repository}.git/': Could not resolve host; the next collection tries again`,
});

describe('causes', () => {
  it('tells once what befell many repositories, with their number, three names and the remedy', () => {
    const repositories = Array.from({ length: 289 }, (_, index) => `acme/core${index}`);
    assert.deepEqual(causeLines(repositories.map(unreachable)), [
      "289 repositories: git fetch: unable to access 'https://example.org/….git/': Could not resolve host; the next collection tries again (acme/core0, acme/core1, acme/core2 and 286 more)",
    ]);
  });

  it('takes failures for one cause however long each waited for an answer', () => {
    const late = ['acme/a', 'acme/b'].map((repository, index) => ({
      repository,
      message: `Failed to connect to 127.0.0.1 port 9 after ${index * 4} ms: Couldn't connect`,
    }));
    assert.deepEqual(causeLines(late), [
      "2 repositories: Failed to connect to 127.0.0.1 port 9: Couldn't connect (acme/a, acme/b)",
    ]);
  });

  it('leaves the message of a single failure as it is, and keeps other causes apart', () => {
    const gone = { repository: 'acme/old', message: '/copies/acme__old.git is not a copy' };
    const lines = causeLines([unreachable('acme/a'), gone, unreachable('acme/b')]);
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', /\(acme\/a, acme\/b\)$/);
    assert.equal(lines[1], 'acme/old: /copies/acme__old.git is not a copy');
    assert.equal(repositoryFailure(gone).cause, '/copies/….git is not a copy');
  });
});
