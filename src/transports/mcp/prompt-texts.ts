/** The texts of the prompts: which tools to call, in which order, and what the answer must cite. */

/** Requirements for every answer based on this data. */
const RULES = `Rules
- Every number belongs to one period: name it, and cite the record's url. evidenceUrl shows what a number was computed from; get_methodology says how.
- commitVelocity14d counts the commits of 14 days, without merges and maintenance automations; agentShare is the share that coding agents wrote or helped with. signalStrength "weak" means that no evidence reached its threshold.
- Null and "not covered" mean unknown, never zero. Fill no gap with a guess, and never take one company for another.
- Public commits are not revenue, customers or advice to invest; private repositories are not seen.
- End with the attribution that CC BY 4.0 asks for: the citation in the answer of get_signals_summary.`;

export type SectorFacts = { name: string; period: string; shown: number; total: number };

export function screenSectorText({ name, period, shown, total }: SectorFacts): string {
  const rest =
    shown < total
      ? ` Call search_startups_by_sector with limit 100 for the other ${total - shown}.`
      : '';
  return `Screen the sector ${name} for startups whose engineering accelerates, in period ${period}.

1. The next message holds ${shown} of its ${total} startups, highest composite score first.${rest}
2. Shortlist at most five. Prefer signalStrength "strong", and scores.growth (acceleration against the startup's own past) over scores.velocity (size).
3. For each of them call get_startup_signal for two earlier periods, to see whether the signal lasts, and get_diligence_dossier for owners, deals and backers.
4. Write a table: startup, signalType, commitVelocity14d and its change, contributors and their growth, composite score. Then two sentences on each: what the signal shows, and what it cannot show. Close with what to check next.

${RULES}`;
}

/** A company by the name that the user gave, with its startup record if there is a certain match. */
export type CompanyFacts =
  | { asked: string; record: { name: string; period: string } }
  | { asked: string; notes: readonly string[]; nearMisses: readonly string[] };

export function diligenceNoteText(facts: CompanyFacts): string {
  const name = 'record' in facts ? facts.record.name : facts.asked;
  return `Prepare a one-page diligence note on ${JSON.stringify(name)}, from public sources only.

1. ${signalStep(facts)}
2. Call get_diligence_dossier with this company. If it is not tracked there either, say so and stop.
3. With a signal, call get_startup_signal for the weeks 4, 12 and 26 before its period, to see whether it lasts.
4. Write the note: what the company does; its engineering signal and how it has moved; owners, deals and backers, each with the address of its source; what is not known; questions for the company.

${RULES}`;
}

export function compareStartupsText(pair: readonly [CompanyFacts, CompanyFacts]): string {
  const [one, other] = pair.map((facts) =>
    JSON.stringify('record' in facts ? facts.record.name : facts.asked),
  );
  return `Compare the engineering signals of ${one} and ${other}.

1. ${signalStep(pair[0])}
2. ${signalStep(pair[1])}
3. Unless both have a signal of the same period, say so and stop: nothing can be compared.
4. Call get_startup_signal for both in the same two earlier periods, to see who is speeding up. Call get_methodology if a difference hangs on a definition.
5. Write a table of both: stage, geography, signalType and its strength, commitVelocity14d and its change, contributors and their growth, agentShare, the four scores. Then say in at most five sentences how they differ. Counts depend on how a team commits and on what it does in public: name that limit, and crown no winner.

${RULES}`;
}

function signalStep(facts: CompanyFacts): string {
  const asked = JSON.stringify(facts.asked);
  if ('record' in facts)
    return `The signal of ${JSON.stringify(facts.record.name)} in ${facts.record.period} stands in a message below.`;
  const near =
    facts.nearMisses.length > 0
      ? ` Names like it: ${facts.nearMisses.join(', ')}. Ask which one is meant; do not choose.`
      : '';
  return `There is no signal under ${asked} in the current period. ${facts.notes.join(' ')}${near}`;
}
