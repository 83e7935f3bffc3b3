import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { headlineStyle, type Work } from '../../../src/features/citations/cited-work.ts';
import { CITATION_FORMATS, citation } from '../../../src/features/citations/formats.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';
import { HOSTILE, title, work } from './works.ts';

/** A report, a data set of a startup with a hostile name, and pages whose titles end or quote differently. */
const WORKS: readonly Work[] = [
  work({
    kind: 'report',
    title: 'Counting what startups ship: signals from public git history',
    headline: 'Counting What Startups Ship: Signals from Public Git History',
    date: '2026-11-21',
    url: 'https://x.example/research',
  }),
  work({ title: HOSTILE[0] ?? '' }),
  ...['What is a commit?', 'It’s "Bob\'s" own', 'Acorn Inc.', "a -- `q` ``r''"].map((title) =>
    work({ kind: 'webpage', title, headline: title, url: 'https://x.example/' }),
  ),
];

describe('a citation', () => {
  it('follows BibTeX, RIS, Wikipedia, APA 7, MLA 9 and Chicago 17 as recorded', (t) => {
    const texts = CITATION_FORMATS.map(
      (format) => `${format}\n\n${WORKS.map((each) => citation(format, each)).join('\n')}`,
    );
    const recorded = join(import.meta.dirname, 'recorded', 'citations.txt');
    t.assert.fileSnapshot(texts.join('\n\n'), recorded, { serializers: [String] });
  });
});

describe('RIS', () => {
  /** The format's own grammar: tag, two spaces, hyphen, space, value; from TY to ER. */
  const read = (text: string) => {
    assert.match(text, /^(?:[A-Z][A-Z0-9] {2}- .*\r\n)+$/);
    const lines = text.trimEnd().split('\r\n');
    assert.match(lines[0] ?? '', /^TY {2}- (?:RPRT|DATA|ELEC)$/);
    assert.equal(lines.at(-1)?.trim(), 'ER  -');
    return new Map(lines.map((line) => [line.slice(0, 2), line.slice(6)]));
  };

  it('gives every field back, with any title', () => {
    fc.assert(
      fc.property(title, (text) => {
        const fields = read(citation('ris', work({ title: text })));
        assert.equal(fields.get('TI'), text);
        assert.equal(fields.get('UR'), work().url);
        assert.equal(fields.get('DA'), '2025/06/29/');
        assert.equal(fields.get('ID'), work().key);
      }),
      { seed: 7 },
    );
  });
});

describe('the Wikipedia form', () => {
  /** Name and value of each parameter of the one template. */
  const read = (wikitext: string) => {
    assert.match(wikitext, /^\{\{cite web \|[^{}[\]<>]*\}\}\n$/);
    const [, inside = ''] = /^\{\{cite web \|(.*)\}\}\n$/s.exec(wikitext) ?? [];
    return inside.split(' |').map((parameter) => {
      const [name, ...value] = parameter.split('=');
      return [name, value.join('=')] as const;
    });
  };
  /** Character references resolved, as a browser does. */
  const resolved = (text: string) =>
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

  it('is one cite web template with its own parameters, with any title', () => {
    fc.assert(
      fc.property(fc.oneof(title, fc.constantFrom(...HOSTILE)), (text) => {
        const parameters = read(citation('wikipedia', work({ title: text })));
        const names = parameters.map(([name]) => name);
        assert.deepEqual(names, ['title', 'url', 'publisher', 'date']);
        const given = new Map(parameters);
        const shown = given.get('title') ?? '';
        assert.equal(resolved(shown), text);
        assert.doesNotMatch(shown, /[|=[\]{}<>~']|^[*#:;]|__|:\/\//);
        assert.equal(given.get('url'), work().url);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('keeps an address whole that holds what a template would act on', () => {
    const url = "https://x.example/?a=1|2&b=[c]{d}''e";
    const given = new Map(read(citation('wikipedia', work({ url }))));
    assert.equal(given.get('url'), 'https://x.example/?a=1%7C2&b=%5Bc%5D%7Bd%7D%27%27e');
  });
});

describe('the prose forms', () => {
  it('keep every name but for the form of its quotation marks', () => {
    // Some marks are set apart by a narrow space too.
    const plain = (text: string) => text.replace(/["'“”‘’`\s]/g, '');
    for (const name of [...HOSTILE, '<i>Slanted</i> & <b>Bold</b>']) {
      const one = work({ title: `${name}: x`, headline: `${name}: X` });
      for (const format of ['apa', 'mla', 'chicago'] as const)
        assert.ok(plain(citation(format, one)).includes(plain(name)), citation(format, one));
    }
  });

  it('write titles with capitals, and leave names as they are', () => {
    const cases = {
      'the top 20 turns over quickly': 'The Top 20 Turns over Quickly',
      'most startups have commits by coding agents': 'Most Startups Have Commits by Coding Agents',
      'what startups ship: a count of in-house work':
        'What Startups Ship: A Count of In-House Work',
      'engineering-acceleration signals from GitHub':
        'Engineering-Acceleration Signals from GitHub',
    };
    for (const [given, expected] of Object.entries(cases))
      assert.equal(headlineStyle(given), expected);
  });
});

describe('GET /api/cite/{format}/{slug}', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const get = (path: string) => fetch(`${served.origin}/api/cite/${path}`);

  it('cites the paper, the dataset, findings, editions and startups in all formats', async () => {
    const finding = served.options.registry.findings.findings[0]?.slug ?? '';
    for (const slug of ['paper', 'dataset', finding, '2025-w20', 'acorn', 'birch?period=2025-w20'])
      for (const format of CITATION_FORMATS) {
        const response = await get(`${format}/${slug}`);
        assert.equal(response.status, 200, `${format}/${slug}`);
        assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
        assert.match(await response.text(), /http:\/\/signals\.example\.org\//);
      }
  });

  it('cites the last record of a startup that is not covered any more', async () => {
    const text = await (await get('ris/cedar')).text();
    assert.match(text, /^UR {2}- .+\/startups\/cedar\?period=2025-w18\r$/m);
    assert.match(text, /^TI {2}- Cedar <script>alert\(1\)<\/script>: /m);
    const problem = await problemIn(await get('ris/cedar?period=2025-w26'));
    assert.equal(problem.code, 'unknown-citation');
    assert.match(problem.detail, /not covered in 2025-w26/);
  });

  it('hints at startups of a similar name', async () => {
    const { available } = (await problemIn(await get('apa/acron'))) as unknown as {
      available: { works: string[]; startups: string[] };
    };
    assert.deepEqual(available.startups, ['acorn']);
    assert.ok(available.works.includes('paper'));
  });

  it('takes a period for startups only, and only a real one', async () => {
    for (const path of [
      'apa/paper?period=2025-w20',
      'apa/dataset?period=2025-w20',
      'apa/2025-w20?period=2025-w20',
      'apa/acorn?period=yesterday',
      'apa/acorn?period=2025-w20&period=2025-w21',
    ])
      assert.equal((await get(path)).status, 400, path);
  });

  it('gives 404 for unknown formats and slugs, and says what there is', async () => {
    for (const path of [
      'BibTeX/paper',
      'endnote/paper',
      'bibtex/unlisted',
      'bibtex/2001-w01',
      'bibtex/..%2f..%2fetc',
      `bibtex/${'x'.repeat(100)}`,
      'bibtex/%F0%9F%A6%84',
      'bibtex/__proto__',
      'bibtex/PAPER',
      'bibtex/%D0%B0corn',
      'bibtex/paper.ris',
      'ris/paper.bib.bib',
    ]) {
      const response = await get(path);
      assert.equal(response.status, 404, path);
      const problem = await problemIn(response);
      assert.equal(problem.code, 'unknown-citation', path);
      assert.ok(problem['available'], path);
    }
    assert.equal((await problemIn(await get('ris/acorn?period=1999-w01'))).code, 'unknown-period');
  });

  it('gives a file with the type that programs open, by the file’s name', async () => {
    const files: [path: string, type: string, name: string][] = [
      ['bibtex/paper.bib', 'application/x-bibtex', 'bellwether-paper.bib'],
      ['ris/dataset.ris', 'application/x-research-info-systems', 'bellwether-dataset.ris'],
      ['ris/acorn.ris', 'application/x-research-info-systems', 'bellwether-acorn.ris'],
      ['apa/acorn?period=2025-W20', 'text/plain', 'bellwether-acorn-2025-w20.txt'],
      ['bibtex/2025-W20.bib', 'application/x-bibtex', 'bellwether-2025-w20.bib'],
      ['bibtex/paper', 'text/plain', 'bellwether-paper.bib'],
      ['apa/paper.txt', 'text/plain', 'bellwether-paper.txt'],
    ];
    for (const [path, type, name] of files) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('content-type'), `${type}; charset=utf-8`, path);
      assert.equal(response.headers.get('content-disposition'), `inline; filename="${name}"`, path);
      const plain = await get(path.replace(/\.(?:bib|ris|json|txt)/, ''));
      assert.equal(await response.text(), await plain.text(), path);
    }
  });
});
