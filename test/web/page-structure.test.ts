/** Rules for every page, with any content. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sectorPaces } from '../../src/features/selection/listed-week.ts';
import { problemPage } from '../../src/web/components/layout.ts';
import { ASSETS, STYLESHEET, STYLESHEET_PATH } from '../../src/web/page/assets.ts';
import {
  exampleEdition,
  exampleList,
  exampleStartupView,
  exampleWatch,
  exampleWeek,
  homePage,
  sectorPage,
  sectorsPage,
  startupPage,
  startupsPage,
  watchPage,
} from './fixture.ts';
import { readElements } from './markup.ts';

type Week = Awaited<ReturnType<typeof exampleWeek>>;

const pages: Record<string, (home: Week) => string | Promise<string>> = {
  home: homePage,
  'home of an earlier period': (home) => homePage({ ...home, latest: '2026-w34' }),
  'home without startups': async () => homePage(await exampleWeek(exampleEdition(0))),
  startup: () => startupPage(exampleStartupView()),
  startups: (home) => startupsPage(exampleList(home), 1, home),
  'startups of an unknown kind': (home) =>
    startupsPage(exampleList(home, { stage: 'nowhere', sector: 'sector-1', page: '7' }), 7, home),
  sectors: (home) => sectorsPage(sectorPaces(exampleList(home).listed), home),
  sector: (home) => {
    const [sector] = home.signals.sectors;
    assert.ok(sector);
    return sectorPage(sector, exampleList(home, { sector: sector.slug }), 1, home);
  },
  'empty watch list': (home) => watchPage(exampleWatch(home, [])),
  'watch list': (home) => watchPage(exampleWatch(home, ['example-1', 'example-2'], ['unknown'])),
  problem: () => problemPage({ status: 404, title: 'No such page', detail: 'Nothing is at /x.' }),
};

for (const [name, render] of Object.entries(pages))
  describe(`the ${name} page`, () => {
    let page: string;
    let elements: ReturnType<typeof readElements>;
    before(async () => {
      page = await render(await exampleWeek(exampleEdition(40)));
      elements = readElements(page);
    });
    const named = (element: string) => elements.filter((candidate) => candidate.name === element);

    it('is a complete document with one h1, a title and a language', () => {
      assert.match(page, /^<!doctype html>\n<html lang="en">/);
      assert.equal(named('h1').length, 1);
      assert.equal(
        elements.filter((e) => e.name === 'title' && e.path.at(-1) === 'head').length,
        1,
      );
      assert.equal(named('main').length, 1);
    });

    it('has no heading that skips a level', () => {
      let level = 0;
      for (const { name: element } of elements.filter((e) => /^h[1-6]$/.test(e.name))) {
        assert.ok(Number(element[1]) <= level + 1, `h${level} is followed by ${element}`);
        level = Number(element[1]);
      }
    });

    it('has unique ids, and every reference to one leads somewhere', () => {
      const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
      assert.deepEqual(ids, [...new Set(ids)]);
      const references = elements.flatMap(({ attributes }) => [
        attributes.get('aria-labelledby')?.split(' ') ?? [],
        /^#(.+)/.exec(attributes.get('href') ?? '')?.[1] ?? [],
      ]);
      for (const id of references.flat()) assert.ok(ids.includes(id), `#${id}`);
    });

    it('styles itself by the one stylesheet only', () => {
      assert.doesNotMatch(page, /<style/);
      assert.deepEqual(
        named('link').flatMap(({ attributes }) =>
          attributes.get('rel') === 'stylesheet' ? attributes.get('href') : [],
        ),
        [STYLESHEET_PATH],
      );
      for (const { attributes, name: element } of elements)
        for (const attribute of attributes.keys())
          assert.doesNotMatch(attribute, /^(?:style|on.*)$/, `${attribute} on ${element}`);
    });

    it('runs its own modules alone, and loads nothing from elsewhere', () => {
      for (const { attributes } of named('script')) {
        if (attributes.get('type') === 'application/ld+json') continue;
        const source = attributes.get('src') ?? '';
        assert.equal(attributes.get('type'), 'module');
        assert.match(source, /^\/assets\/[0-9a-f]{12}\/[\w-]+\.ts$/);
        assert.ok(ASSETS.has(source.split('/').at(-1) ?? ''), source);
      }
      for (const { attributes } of named('img'))
        assert.match(attributes.get('src') ?? '', /^\/api\/badge\//);
      for (const element of ['iframe', 'object', 'embed', 'base'])
        assert.equal(named(element).length, 0, element);
      assert.doesNotMatch(STYLESHEET, /url\(|@import/);
    });

    it('gives every table a caption and headers', () => {
      const count = (element: string) => named(element).length;
      assert.equal(count('caption'), count('table'));
      assert.equal(count('thead'), count('table'));
      for (const { attributes } of named('th'))
        assert.match(attributes.get('scope') ?? '', /^(?:col|row)$/);
      for (const { attributes, path } of named('svg'))
        if (!path.includes('svg'))
          assert.ok(attributes.get('role') === 'img' || attributes.get('aria-hidden') === 'true');
    });

    it('links within the site by relative paths, and elsewhere by https', () => {
      for (const { attributes } of named('a'))
        assert.match(
          attributes.get('href') ?? '',
          /^(?:\/(?!\/)|#|https:\/\/(?!bellwether\.example))/,
        );
    });

    it('prints no undefined, NaN or object', () => {
      assert.doesNotMatch(page, /undefined|NaN|\[object/);
    });
  });
