import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cli } from '../support/cli.ts';

const COMMANDS = [
  ['start'],
  ['serve'],
  ['mcp'],
  ['publish'],
  ['verify'],
  ['collect'],
  ['registry', 'check'],
  ['config'],
];

describe('bellwether --help', () => {
  it('lists every command', async () => {
    const { status, stdout } = await cli(['--help']);
    assert.equal(status, 0);
    for (const [name] of COMMANDS) assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
  });

  for (const command of COMMANDS)
    it(`explains ${command.join(' ')} with examples`, async () => {
      const { status, stdout } = await cli([...command, '--help']);
      assert.equal(status, 0);
      assert.match(stdout, new RegExp(`^Usage: bellwether ${command.join(' ')}`));
      assert.match(stdout, /^Examples:\n {2}\$ /m);
    });

  it('is pointed to by what is no command or option', async () => {
    for (const args of [['fly'], ['--fly'], ['serve', '--fly'], ['verify', 'a', 'b']]) {
      const { status, stderr } = await cli(args);
      assert.equal(status, 1, args.join(' '));
      assert.match(stderr, /--help/, args.join(' '));
    }
  });
});
