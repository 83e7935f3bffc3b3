import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { accepted } from '../../../src/transports/mcp/answer-form.ts';

describe('the Accept header', () => {
  it('covers JSON and streams by name, by wildcard and by being absent', () => {
    for (const [header, json, stream, namesStream] of [
      [undefined, true, true, false],
      ['', true, true, false],
      ['*/*', true, true, false],
      ['application/*', true, false, false],
      ['application/json, text/event-stream', true, true, true],
      ['text/*', false, true, false],
      ['*/*, application/json;q=0', false, true, false],
      ['application/json ; q=0.1', true, false, false],
      ['application/json;q=x', false, false, false],
      ['text/html', false, false, false],
    ] as const)
      assert.deepEqual(accepted(header), { json, stream, namesStream }, String(header));
  });

  it('covers a stream that it names, and can be read whatever it contains', () => {
    const range = fc.constantFrom(
      'text/event-stream',
      'text/*',
      '*/*',
      'application/json',
      '',
      ';',
    );
    const quality = fc.constantFrom('', ';q=0', ';q=1', '; q=0.5', ';q', ';q=x', ';level=1;q=0.1');
    const entry = fc.tuple(range, quality).map((parts) => parts.join(''));
    const header = fc.oneof(
      fc.array(entry, { maxLength: 4 }).map((entries) => entries.join(', ')),
      fc.string(),
    );
    let named = 0;
    fc.assert(
      fc.property(header, (text) => {
        const { stream, namesStream } = accepted(text);
        assert.ok(stream || !namesStream);
        if (namesStream) named++;
      }),
    );
    assert.ok(named > 0, 'some of the headers named a stream');
  });
});
