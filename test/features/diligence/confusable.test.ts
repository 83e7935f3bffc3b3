/**
 * Names that are near each other but belong to different organizations. An answer about the wrong
 * one is the worst failure of a dossier: a near miss is offered, never put in another's place.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { dossierOf } from '../../../src/features/diligence/compile.ts';
import { Entities, entitiesOf } from '../../../src/features/diligence/entities.ts';
import { BellwetherError } from '../../../src/lib/errors.ts';
import type { Published } from '../../../src/published/published.ts';
import { NO_DEALS } from '../../../src/registry/deals.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
let entities: Entities;
before(async () => {
  published = await shippedPublication();
  entities = await published.derived(entitiesOf);
});

/** Slug of the entity that a name means; undefined if none. */
function meant(text: string): string | undefined {
  const lookup = entities.find(text);
  return lookup.found ? lookup.entity.slug : undefined;
}

/** Each name is known, or similar to a known one, and means no other entity. */
const CONFUSABLE: readonly (readonly string[])[] = [
  ['Neon', 'Neo4j', 'Neo', 'Noen', 'Neons'],
  ['Ory', 'Oryx', 'Orys', 'Orb', 'Oy'],
  ['Cube', 'Cubed', 'Kube', 'Qube', 'CubeFS'],
  ['Daily', 'Dailymotion', 'Dally', 'The Daily'],
  ['Prefect', 'Perfect', 'Prefects', 'Prefetch'],
  ['Langfuse', 'Langfuze', 'Langfuse Labs', 'LangChain', 'Langflow'],
  ['Xata', 'Zata', 'Data', 'Xatas'],
  ['Turso', 'Turo', 'Torso'],
  ['Convex', 'Convexity', 'Connex', 'Convox'],
  ['Polar', 'Polars', 'Polaris', 'Bipolar'],
  ['Marble', 'Marbel', 'Marbles'],
  ['Temporal', 'Temporary', 'Tempo'],
  ['Render', 'Rerender', 'Rerun', 'Rendr'],
  ['Clerk', 'Clark', 'Clerks'],
  ['Snowflake', 'Snowflakes', 'Snow Flake Labs'],
];

describe('names that are near each other', () => {
  for (const group of CONFUSABLE)
    it(`are never taken for one another: ${group.join(', ')}`, () => {
      const found = group.flatMap((name) => {
        const slug = meant(name);
        return slug === undefined ? [] : [slug];
      });
      assert.equal(new Set(found).size, found.length, found.join(', '));
    });

  it('are refused with the near ones, which are other names', async () => {
    for (const name of ['Langfuze', 'Prefetch', 'PostHog Analytics', 'Airbytes']) {
      await assert.rejects(dossierOf(name, published), (error: unknown) => {
        assert.ok(error instanceof BellwetherError);
        assert.equal(error.details['found'], false);
        const near = error.details['nearMisses'] as { name: string; url: string }[];
        assert.ok(near.length > 0, name);
        for (const { url } of near) assert.match(url, /\/diligence\/[a-z0-9-]+$/);
        return true;
      });
    }
  });

  it('that look alike in another script are unknown', () => {
    // Cyrillic а and е, Greek ο, fullwidth letters with a Cyrillic one.
    for (const name of ['Lаngfuse', 'Prеfect', 'Pοstgres', 'Ｌаngfuse', 'Langfuse\u200b2'])
      assert.equal(meant(name), undefined, name);
    assert.equal(meant('Ｌａｎｇｆｕｓｅ'), 'langfuse', 'the same letters, only wider');
  });

  it('no slip of the keyboard turns one entity into another', () => {
    for (const { name, slug } of entities.all) {
      if (name.length < 3) continue;
      const at = Math.floor(name.length / 2);
      const slips = [
        name.slice(0, at) + name.slice(at + 1),
        name.slice(0, at) + name.charAt(at) + name.slice(at),
        `${name.slice(0, at)}q${name.slice(at + 1)}`,
        `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`,
      ];
      for (const slip of slips) {
        const other = meant(slip);
        if (other === undefined || other === slug) continue;
        // Allowed only if the other entity has exactly this name.
        const { name: called, formerly } = entities.get(other) ?? assert.fail();
        const folded = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
        const own = [called, other, ...formerly].map(folded);
        const aliases = published.companies.get(other)?.aliases.map(folded) ?? [];
        assert.ok([...own, ...aliases].includes(folded(slip)), `${slip} became ${called}`);
      }
    }
  });

  it('every entity is found under its own name and slug', () => {
    for (const { name, slug } of entities.all) {
      assert.equal(meant(name), slug, name);
      assert.equal(meant(slug), slug, slug);
      assert.equal(meant(`  ${name.toUpperCase()} `), slug, name);
    }
  });

  it('belong to the company that is tracked only where it is called so', async () => {
    const { registry } = published;
    const alone = await Entities.of({ ...registry, organizations: [], deals: NO_DEALS });
    for (const name of ['neo4j', 'oryx', 'cubed', 'perfect'])
      assert.equal(alone.find(name).found, false, name);
  });
});
