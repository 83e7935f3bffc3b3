/** The template that all pages are made with. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { html, rawHtml, safeHref } from '../../src/lib/html.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('html', () => {
  it('never lets any text out of its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const escaped = html`${text}`.toString();
        assert.doesNotMatch(escaped, /[<>"']/);
        assert.equal(unescapeHtml(escaped), text);
      }),
    );
  });

  it('takes markup, numbers and lists, and leaves nothing for null and undefined', () => {
    const items = ['a', 'b<'].map((item) => html`<li>${item}</li>`);
    assert.equal(
      html`<ul>${items}</ul>${null}${undefined}${0}${rawHtml('<br>')}`.toString(),
      '<ul><li>a</li><li>b&lt;</li></ul>0<br>',
    );
  });

  it('refuses an attribute without quotes', () => {
    assert.throws(() => html`<p class=${'x'}>`, /unquoted attribute/);
    const long = 'x'.repeat(10_000);
    assert.throws(() => html`<p title="${long}" data-so-called=${'x'}>`, /unquoted attribute/);
  });
});

describe('safeHref', () => {
  it('passes web addresses and relative ones', () => {
    const urls = [
      'https://a.example/?b=1#c',
      'http://a.example',
      '/startups/x',
      '?period=y',
      '#z',
      '',
    ];
    assert.deepEqual(urls.map(safeHref), urls);
  });

  it('refuses every other scheme, however it is disguised', () => {
    for (const url of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://a.example/x',
      'http://[',
    ])
      assert.equal(safeHref(url), '#', url);
  });
});

function unescapeHtml(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
