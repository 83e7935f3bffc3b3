/** One period of a publication: rendered, compared with what is out for it, and stored. */
import { sha256 } from '../../lib/files.ts';
import type { Period } from '../../lib/period.ts';
import type { LedgerDigests } from '../ledger/row-digests.ts';
import { type Artifact, editionArtifacts } from './artifacts.ts';
import type { ComputedPeriod } from './compute.ts';
import { editionContent, type Issue, type Publication } from './content.ts';
import { coreArtifact, editionCore } from './core.ts';
import type { PublishedEdition } from './edition-store.ts';
import type { Sealer } from './manifest.ts';

/** The outcome for a period: `differing` means that it would differ now and stays as published. */
export type Outcome = 'added' | 'corrected' | 'unchanged' | 'differing';

/** A period's numbers, ready to be rendered as any of its revisions. */
export class PeriodRendering {
  readonly period: Period;
  readonly isPartial: boolean;
  readonly #computed: ComputedPeriod;
  readonly #publication: Publication;
  readonly #digests: LedgerDigests;

  constructor(computed: ComputedPeriod, publication: Publication, digests: LedgerDigests) {
    this.period = computed.period;
    this.isPartial = computed.isPartial;
    this.#computed = computed;
    this.#publication = publication;
    this.#digests = digests;
  }

  render(issue: Issue): { artifacts: Artifact[]; core: string } {
    const content = editionContent(this.#computed, issue, this.#publication);
    const core = coreArtifact(editionCore(content, this.#digests, this.#publication.registry));
    return { artifacts: [...editionArtifacts(content), core], core: sha256(core.body) };
  }
}

/** Publishes one period, unless what is out for it must stay. */
export async function publishPeriod(
  rendering: PeriodRendering,
  old: PublishedEdition | undefined,
  sealer: Sealer,
  computedAt: string,
  correction: string | undefined,
): Promise<{ outcome: Outcome; edition: PublishedEdition }> {
  const { slug, name } = rendering.period;
  const partial = rendering.isPartial ? { isPartial: true as const } : {};
  const release = async (revision: number, superseded: PublishedEdition['superseded']) => {
    const { artifacts, core } = rendering.render({ revision, computedAt });
    const signed = await sealer.store(slug, name, revision, artifacts);
    return { period: slug, name, revision, ...partial, core, computedAt, superseded, ...signed };
  };
  if (!old) return { outcome: 'added', edition: await release(1, []) };
  const { revision, computedAt: then = computedAt } = old;
  const { artifacts } = rendering.render({ revision, computedAt: then });
  if (sealer.seal(slug, name, revision, artifacts).sha256 === old.manifest) {
    // Stored again, so that a body that was removed comes back.
    const signed = await sealer.store(slug, name, revision, artifacts);
    return { outcome: 'unchanged', edition: { ...old, ...signed } };
  }
  // A partial edition is out so that something is; more of its period is no correction of it.
  const reason = correction ?? (old.isPartial ? 'completed' : undefined);
  if (reason === undefined) return { outcome: 'differing', edition: old };
  const { period: _, name: __, isPartial: ___, superseded, ...replaced } = old;
  const past = [...superseded, { ...replaced, correction: reason }];
  const edition = await release(revision + 1, past);
  return { outcome: 'corrected', edition };
}
