/** Prompts for common tasks: which tools to call, in which order, and what the answer must cite. */
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TypedText } from '../../lib/inputs.ts';

/** Requirements for every answer based on this data. */
const RULES = `Rules
- Every number belongs to one period: name it, and cite the record's url. evidenceUrl shows what a number was computed from; get_methodology says how.
- commitVelocity14d counts the commits of 14 days, without merges and maintenance automations; agentShare is the share that coding agents wrote or helped with. signalStrength "weak" means that no evidence reached its threshold.
- found:false comes with near misses: ask which one is meant, do not choose. Null and "not covered" mean unknown, never zero. Fill no gap with a guess.
- Public commits are not revenue, customers or advice to invest; private repositories are not seen.
- End with the attribution that CC BY 4.0 asks for: the citation in the answer of get_signals_summary.`;

type Arguments = Readonly<Record<string, string>>;
type Prompt = {
  title: string;
  description: string;
  /** The description of each argument, by its name. */
  arguments: Arguments;
  /** The steps. Names are quoted, so that a name cannot read as an instruction. */
  steps: (quoted: Arguments) => string;
};

const PROMPTS: Readonly<Record<string, Prompt>> = {
  screen_sector: {
    title: 'Screen a sector',
    description: 'Shortlist the startups of a sector whose engineering accelerates',
    arguments: { sector: 'Name or slug of a sector' },
    steps: ({ sector }) => `Screen the sector ${sector} for startups whose engineering accelerates.

1. Call search_startups_by_sector with this sector and limit 100; it answers with the highest composite score first. If there is no such sector, the error lists all of them.
2. Shortlist at most five. Prefer signalStrength "strong", and scores.growth (acceleration against the startup's own past) over scores.velocity (size).
3. For each of them call get_startup_signal for two earlier periods, to see whether the signal lasts, and get_diligence_dossier for owners, deals and backers.
4. Write a table: startup, signalType, commitVelocity14d and its change, contributors and their growth, composite score. Then two sentences on each: what the signal shows, and what it cannot show. Close with what to check next.`,
  },
  prepare_diligence_note: {
    title: 'Prepare a diligence note',
    description: 'One page on one company, from public sources only',
    arguments: { company: 'Name of the company' },
    steps: ({
      company,
    }) => `Prepare a one-page diligence note on ${company}, from public sources only.

1. Call get_startup_signal with this name.
2. Call get_diligence_dossier with it. If it is not tracked there either, say so and stop.
3. With a signal, call get_startup_signal for the weeks 4, 12 and 26 before its period, to see whether it lasts.
4. Write the note: what the company does; its engineering signal and how it has moved; owners, deals and backers, each with the address of its source; what is not known; questions for the company.`,
  },
  compare_startups: {
    title: 'Compare two startups',
    description: 'The engineering signals of two startups, side by side',
    arguments: {
      one: 'Name of a startup',
      other: 'Name of the startup to compare it with',
    },
    steps: ({ one, other }) => `Compare the engineering signals of ${one} and ${other}.

1. Call get_startup_signal for each.
2. Unless both have a signal of the same period, say so and stop: nothing can be compared.
3. Call get_startup_signal for both in the same two earlier periods, to see who is speeding up. Call get_methodology if a difference hangs on a definition.
4. Write a table of both: stage, geography, signalType and its strength, commitVelocity14d and its change, contributors and their growth, agentShare, the four scores. Then say in at most five sentences how they differ. Counts depend on how a team commits and on what it does in public: name that limit, and crown no winner.`,
  },
};

const MAX_NAME_LENGTH = 80;

export function registerPrompts(server: McpServer): void {
  for (const [name, prompt] of Object.entries(PROMPTS)) {
    const { title, description, steps } = prompt;
    const fields = Object.entries(prompt.arguments).map(([argument, meaning]) => [
      argument,
      TypedText(MAX_NAME_LENGTH).meta({ description: meaning }),
    ]);
    const argsSchema: z.ZodObject<Record<string, ReturnType<typeof TypedText>>> = z.object(
      Object.fromEntries(fields),
    );
    server.registerPrompt(name, { title, description, argsSchema }, (given) => {
      const quoted = Object.entries(given).map(([argument, text]) => [
        argument,
        JSON.stringify(text),
      ]);
      const text = `${steps(Object.fromEntries(quoted))}\n\n${RULES}`;
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    });
  }
}
