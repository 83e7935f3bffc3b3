/** Badges: specification, section 4. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { BADGE_STYLES, badgeSvg, COLORS } from '../../../src/features/badges/badge.ts';
import { scoutBadge } from '../../../src/features/badges/badge-kinds.ts';
import { repositoryIn } from '../../../src/hosting/account-names.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { NO_STARS } from '../../support/no-stars.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';
import { allElements, readXml, textOf } from '../../support/xml.ts';

/** Elements of which a badge may consist: none runs, loads or holds foreign markup. */
const ELEMENTS = new Set([
  'svg',
  'title',
  'a',
  'g',
  'rect',
  'path',
  'text',
  'style',
  'filter',
  'feGaussianBlur',
  'linearGradient',
  'stop',
  'clipPath',
]);

/** The badge's title, once it is known to be harmless. */
function harmless(svg: string): string {
  const root = readXml(svg);
  assert.equal(root.name, 'svg');
  assert.equal(root.attributes['xmlns'], 'http://www.w3.org/2000/svg');
  for (const { name, attributes } of allElements(root)) {
    assert.ok(ELEMENTS.has(name), name);
    for (const [attribute, value] of Object.entries(attributes)) {
      assert.doesNotMatch(attribute, /^on/i);
      if (/href$/i.test(attribute)) assert.match(value, /^https?:/);
      assert.doesNotMatch(value, /url\((?!#)/);
    }
  }
  assert.equal(root.attributes['aria-label'], textOf(root, 'title'));
  assert.ok(Number(root.attributes['width']) > 0);
  return textOf(root, 'title');
}

describe('GET /api/badge/…/svg', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const get = (path: string, init: RequestInit = {}) => fetch(`${served.origin}${path}`, init);
  const title = async (path: string) => {
    const response = await get(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
    return harmless(await response.text());
  };
  const momentum = '/api/badge/momentum/acorn/core/svg';

  it('shows the momentum of the startup that owns the repository, in any case', async () => {
    assert.equal(await title(momentum), 'momentum: 0% · 28 commits/14d');
    assert.equal(
      await title('/api/badge/momentum/ACORN/Core/svg'),
      'momentum: 0% · 28 commits/14d',
    );
  });

  it('says on a grey badge, with status 200, what is not known', async () => {
    assert.equal(await title('/api/badge/momentum/stranger/nothing/svg'), 'momentum: not tracked');
    // The company has this account, and no such repository.
    assert.equal(await title('/api/badge/momentum/acorn/other/svg'), 'momentum: not tracked');
    assert.equal(
      await title('/api/badge/momentum/cedar/core/svg'),
      'momentum: 0% · 14 commits/14d, as of W18',
    );
    const grey = await (await get('/api/badge/momentum/cedar/core/svg?color=brightgreen')).text();
    assert.ok(grey.includes(COLORS.unknown) && !grey.includes('#4b0'));
  });

  it('shows a Scout Score only where one is known without asking GitHub', async () => {
    assert.equal(await title('/api/badge/scout/octocat/svg'), 'scout score: not scored yet');
    assert.equal((await get('/api/receipts/octocat')).status, 200);
    // The registry of the example documents no event, so no user has a score.
    assert.equal(await title('/api/badge/scout/OctoCat/svg'), 'scout score: nothing to compare');
    const { headers } = await get('/api/badge/scout/octocat/svg');
    // A score may come with the next star, so edges ask again soon.
    assert.equal(headers.get('cache-control'), 'public, max-age=300, s-maxage=300');
  });

  it('takes style, label and color', async () => {
    for (const style of BADGE_STYLES)
      assert.match(await title(`${momentum}?style=${style}`), /0% · 28 COMMITS\/14D$/i);
    assert.equal(await title(`${momentum}?label=this%20week`), 'this week: 0% · 28 commits/14d');
    for (const [color, drawn] of [
      ['orange', '#ea7233'],
      ['gray', '#555'],
      ['15508A', '#15508a'],
      ['%23abc', '#abc'],
    ] as const)
      assert.ok((await (await get(`${momentum}?color=${color}`)).text()).includes(`"${drawn}"`));
  });

  it('says on a grey badge what of its address is wrong', async () => {
    const wrong: [query: string, message: string][] = [
      ['style=round', 'invalid style'],
      ['style=flat&style=flat', 'invalid style'],
      ['style=', 'invalid style'],
      ['label=', 'invalid label'],
      ['label=%20', 'invalid label'],
      [`label=${'a'.repeat(41)}`, 'invalid label'],
      ['label=a%00b', 'invalid label'],
      ['label=a%0Ab', 'invalid label'],
      ['label=%EF%BF%BE', 'invalid label'],
      ['label=%EF%BF%BF', 'invalid label'],
      ['label=%ff', 'invalid address'],
      ['color=', 'invalid color'],
      ['color=mauve', 'invalid color'],
      ['color=constructor', 'invalid color'],
      ['color=red;x', 'invalid color'],
      ['color=%2312345', 'invalid color'],
      ['color=url(%23a)', 'invalid color'],
      ['color=rgb(1,2,3)', 'invalid color'],
    ];
    for (const [query, message] of wrong)
      assert.equal(await title(`${momentum}?${query}`), `momentum: ${message}`, query);
    for (const [path, message] of [
      ['/api/badge/momentum/-a/core/svg', 'momentum: invalid org'],
      ['/api/badge/momentum/a%20b/core/svg', 'momentum: invalid org'],
      ['/api/badge/momentum/acorn/%3Cscript%3E/svg', 'momentum: invalid repo'],
      [`/api/badge/momentum/acorn/${'a'.repeat(101)}/svg`, 'momentum: invalid repo'],
      [`/api/badge/momentum/${'a'.repeat(400)}/core/svg`, 'momentum: invalid address'],
      ['/api/badge/momentum/%ff/core/svg', 'momentum: invalid address'],
      ['/api/badge/scout/-a/svg', 'scout score: invalid username'],
      ['/api/badge/scout/a%00/svg', 'scout score: invalid username'],
    ] as const) {
      assert.equal(await title(path), message, path);
      const { headers } = await get(path);
      assert.equal(headers.get('cache-control'), 'public, max-age=300, s-maxage=3600');
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    }
  });

  it('passes over what others append', async () => {
    for (const query of ['v=2', 'logo=github', 'label[]=a', 'utm_source=%ff', '%ff=1'])
      assert.equal(await title(`${momentum}?${query}`), 'momentum: 0% · 28 commits/14d', query);
  });

  it('is an image even where there is none', async () => {
    for (const path of ['/api/badge/momentum/acorn/svg', '/api/badge/constructor/svg']) {
      const response = await get(path);
      assert.equal(response.status, 404);
      assert.equal(response.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
      assert.match(harmless(await response.text()), /: no such badge$/);
    }
    assert.equal((await get(momentum, { method: 'POST' })).status, 405);
  });

  it('runs nothing, and is shown by pages of other origins', async () => {
    const { headers } = await get(momentum);
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; frame-ancestors 'none'",
    );
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
  });
});

describe('the limit of badges', () => {
  it('is their own, and an empty bucket is an image with Retry-After', async (t) => {
    const operations = await loadOperations();
    const tight = operations.map((operation) =>
      operation.name === 'get_built_with_badge'
        ? { ...operation, limit: { perMinute: 1, burst: 1 } }
        : operation,
    );
    const change = { operations: tight, limits: { redisUrl: undefined } };
    const { origin, service } = await serveExample(true, change);
    t.after(() => service.close());
    const momentum = await fetch(`${origin}/api/badge/momentum/acorn/core/svg`);
    assert.equal(momentum.headers.get('ratelimit-policy'), '"get_momentum_badge";q=2400;w=120');
    assert.equal((await fetch(`${origin}/api/badge/built-with/svg`)).status, 200);
    const refused = await fetch(`${origin}/api/badge/built-with/svg`);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.equal(harmless(await refused.text()), 'built with: too many requests');
    assert.equal((await fetch(`${origin}/api/badge/momentum/acorn/core/svg`)).status, 200);
  });
});

describe('a badge of a service that has published nothing', () => {
  it('is grey, and is not cached', async (t) => {
    const { origin, service } = await serveExample(false);
    t.after(() => service.close());
    const response = await fetch(`${origin}/api/badge/momentum/acorn/core/svg`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(harmless(await response.text()), 'momentum: unavailable');
  });
});

describe('the badge of a scout', () => {
  it('shows the score of known stars', async () => {
    const published = await shippedPublication();
    const [repository, starredAt] = ['langfuse/langfuse', '2022-01-10T12:00:00Z'];
    const history = {
      stars: [{ repository, starredAt, createdAt: null }],
      ...{ read: 1, unreadable: 0, total: 1, isComplete: true, readAt: '2026-08-01T00:00:00Z' },
    };
    const stars = {
      ...NO_STARS,
      known: async (username: string) => (username === 'ann' ? history : undefined),
      starsOf: () => assert.fail('a badge must not ask the hosting service'),
    };
    const badge = await scoutBadge('ann', published, stars);
    assert.match(badge.message, /^\d\d \/ 100$/);
    assert.equal(badge.isUnknown ?? false, false);
    assert.equal((await scoutBadge('ben', published, stars)).message, 'not scored yet');
  });
});

describe('every badge', () => {
  it('is a harmless document with exactly the given text', () => {
    const text = fc
      .string({ unit: anyCharacter, minLength: 1, maxLength: 40 })
      .filter((label) => /^[^\p{Cc}\ud800-\udfff\ufffe\uffff]*$/u.test(label))
      .filter((label) => label.trim() !== '' && label === label.trim());
    fc.assert(
      fc.property(text, fc.constantFrom('flat', 'flat-square', 'plastic'), (label, style) => {
        const badge = {
          label,
          message: '1',
          color: COLORS.brand,
          link: 'https://example.org/?a&b',
        };
        // Space after an element's start is dropped by the library, as by most of XML.
        assert.equal(harmless(badgeSvg(badge, { style })), `${label}: 1`);
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });

  it('has white text that can be read on its colour', () => {
    for (const [name, color] of Object.entries(COLORS))
      assert.ok(1.05 / (luminance(color) + 0.05) >= 4.5, name);
  });
});

describe('a repository', () => {
  it('is read from a name or an address', () => {
    for (const text of [
      'acorn/core',
      ' acorn/core ',
      'https://github.com/acorn/core',
      'http://www.github.com/acorn/core/',
      'github.com/acorn/core.git',
    ])
      assert.equal(repositoryIn(text), 'acorn/core', text);
    for (const text of [
      '',
      'acorn',
      'acorn/',
      '/core',
      'a/b/c',
      'https://example.org/a/b',
      'a b/c',
    ])
      assert.equal(repositoryIn(text), undefined, text);
  });
});

describe('the page /badges', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const page = async (query: string) => {
    const response = await fetch(`${served.origin}/badges${query}`);
    assert.equal(response.status, 200);
    return response.text();
  };

  it('shows an example, and text to copy with full addresses', async () => {
    const text = await page('');
    assert.match(text, /<img src="\/api\/badge\/momentum\/acorn\/core\/svg"/);
    assert.ok(
      text.includes(
        '[![Momentum of acorn/core](http://signals.example.org/api/badge/momentum/acorn/core/svg)](http://signals.example.org/startups/acorn)',
      ),
    );
    for (const [, source = ''] of text.matchAll(/<img src="([^"]+)"/g))
      assert.equal((await fetch(served.origin + source)).status, 200, source);
  });

  it('says what is no repository, and shows it as text', async () => {
    const text = await page('?of=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    assert.match(
      text,
      /This is neither a tracked startup nor a GitHub repository, written owner\/name/,
    );
    assert.doesNotMatch(text, /<script>/);
    assert.doesNotMatch(text, /api\/badge\/momentum/);
  });
});

/** WCAG 2.2, relative luminance. @param color like `#15508a` */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
