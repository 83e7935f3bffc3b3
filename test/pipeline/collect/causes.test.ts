import assert from 'node:assert/strict';
import { it } from 'node:test';
import { causeLines, repositoryFailure } from '../../../src/pipeline/collect/causes.ts';

const unreachable = (repository: string) => ({
  repository,
  message: `git fetch: unable to access 'https://example.org/${repository}.git/': Could not resolve host; the next collection tries again`,
});

it('a cause is told once, with its number, three names and the remedy; others are kept apart', () => {
  const repositories = Array.from({ length: 289 }, (_, index) => `acme/core${index}`);
  const late = ['acme/a', 'acme/b'].map((repository, index) => ({
    repository,
    message: `Failed to connect to 127.0.0.1 port 9 after ${index * 4} ms: Couldn't connect`,
  }));
  const gone = { repository: 'acme/old', message: '/copies/acme__old.git is not a copy' };
  assert.deepEqual(causeLines([...repositories.map(unreachable), gone, ...late]), [
    "289 repositories: git fetch: unable to access 'https://example.org/….git/': Could not resolve host; the next collection tries again (acme/core0, acme/core1, acme/core2 and 286 more)",
    'acme/old: /copies/acme__old.git is not a copy',
    // However long each waited.
    "2 repositories: Failed to connect to 127.0.0.1 port 9: Couldn't connect (acme/a, acme/b)",
  ]);
  assert.equal(repositoryFailure(gone).cause, '/copies/….git is not a copy');
});
