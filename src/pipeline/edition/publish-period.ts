/** One period of a publication: rendered, compared with what is out for it, and stored. */
import type { Period } from '../../lib/period.ts';
import type { RowDigests } from '../ledger/row-digests.ts';
import { type EditionSummary, summaryOf } from './all-periods.ts';
import { type Artifact, editionArtifacts } from './artifacts.ts';
import type { PublishedEdition } from './catalog.ts';
import type { ComputedPeriod } from './compute-period.ts';
import { editionContent, type Issue, type Publication } from './content.ts';
import { coreArtifact, editionCore } from './core.ts';
import { filesOf, type Sealer } from './edition-manifest.ts';

/** The outcome for a period: `differing` means that it would differ now and stays as published. */
export type Outcome = 'added' | 'corrected' | 'unchanged' | 'differing';

type UnsignedEdition = Omit<PublishedEdition, 'signature'>;

/** What became of a period; the summary is there where the edition's files were just rendered. */
export type PublishedPeriod = {
  outcome: Outcome;
  edition: UnsignedEdition;
  summary?: EditionSummary;
};

/** A period's numbers, ready to be rendered as any of its revisions. */
export class PeriodRendering {
  readonly period: Period;
  readonly isPartial: boolean;
  /** Files of other periods are asked for so rarely that they are compressed when they are. */
  readonly #isCurrent: boolean;
  readonly #computed: ComputedPeriod;
  readonly #checks: Artifact;
  readonly #publication: Publication;
  readonly #rows: RowDigests;

  constructor(
    computed: ComputedPeriod,
    checks: Artifact,
    publication: Publication,
    rows: RowDigests,
  ) {
    this.period = computed.period;
    this.isPartial = computed.isPartial;
    this.#isCurrent = computed.isCurrent;
    this.#computed = computed;
    this.#checks = checks;
    this.#publication = publication;
    this.#rows = rows;
  }

  render(issue: Issue): { artifacts: Artifact[]; core: string; summary: EditionSummary } {
    const content = editionContent(this.#computed, issue, this.#publication);
    const core = coreArtifact(editionCore(content, this.#rows, this.#publication.registry));
    const artifacts = [...editionArtifacts(content), this.#checks, core];
    return {
      artifacts: this.#isCurrent ? artifacts : artifacts.map((one) => ({ ...one, isRare: true })),
      core: core.sha256,
      summary: summaryOf(content.signals),
    };
  }
}

/** Publishes one period, unless what is out for it must stay. @param correction why it may be replaced */
export async function publishPeriod(
  rendering: PeriodRendering,
  old: PublishedEdition | undefined,
  sealer: Sealer,
  computedAt: string,
  correction: string | undefined,
): Promise<PublishedPeriod> {
  const { slug, name } = rendering.period;
  const partial = rendering.isPartial ? { isPartial: true as const } : {};
  const release = async (
    issue: Issue,
    superseded: PublishedEdition['superseded'],
  ): Promise<Pick<PublishedPeriod, 'edition' | 'summary'>> => {
    const { artifacts, core, summary } = rendering.render(issue);
    const sealed = sealer.seal(slug, name, issue.revision, filesOf(artifacts));
    const manifest = await sealer.store(sealed, artifacts);
    const edition = { period: slug, name, ...issue, ...partial, core, superseded };
    return { edition: { ...edition, manifest }, summary };
  };
  if (!old) return { outcome: 'added', ...(await release({ revision: 1, computedAt }, [])) };
  const { revision, computedAt: then } = old;
  const { artifacts, summary } = rendering.render({ revision, computedAt: then });
  const sealed = sealer.seal(slug, name, revision, filesOf(artifacts));
  if (sealed.sha256 === old.manifest) {
    // Stored again, so that a body that was removed comes back.
    await sealer.store(sealed, artifacts);
    return { outcome: 'unchanged', edition: old, summary };
  }
  // A partial edition is out so that something is; more of its period is no correction of it.
  const reason = correction ?? (old.isPartial ? 'completed' : undefined);
  if (reason === undefined) return { outcome: 'differing', edition: old };
  const issue = { revision: revision + 1, computedAt };
  const { period: _, name: __, isPartial: ___, inputs: ____, superseded, ...before } = old;
  const past = [...superseded, { ...before, correction: reason }];
  return { outcome: 'corrected', ...(await release(issue, past)) };
}
