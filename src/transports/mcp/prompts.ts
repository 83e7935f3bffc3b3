/** Prompts for common tasks, each with the current data that the task starts from. */
import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TypedText } from '../../lib/inputs.ts';
import { completer, findSectors, findStartups } from './completion.ts';
import { caller, type McpOptions, orProtocolError } from './operations.ts';
import {
  type CompanyFacts,
  compareStartupsText,
  diligenceNoteText,
  screenSectorText,
} from './prompt-texts.ts';
import { MIME_TYPE, NoRecord, startupUri } from './resources.ts';

type Message = GetPromptResult['messages'][number];

const SectorAnswer = z.object({
  sector: z.object({ name: z.string(), startupCount: z.int() }),
  period: z.object({ slug: z.string() }),
  startups: z.array(z.unknown()),
});
const StartupAnswer = z.object({ name: z.string(), slug: z.string(), period: z.string() });

/** @returns a function that registers all prompts on a server */
export function prompts(options: McpOptions): (server: McpServer) => void {
  const call = caller(options);
  const argument = (description: string, find: typeof findStartups) =>
    completable(TypedText(80).meta({ description }), completer(find, 'name', options));
  const result = (messages: () => Promise<Message[]>): Promise<GetPromptResult> =>
    orProtocolError(async () => ({ messages: await messages() }), options);

  /** Facts about a company for the text, and its record as a message if it has one. */
  const company = async (asked: string): Promise<{ facts: CompanyFacts; messages: Message[] }> => {
    const answer = await call('get_startup_signal', { company: asked });
    const missing = NoRecord.safeParse(answer);
    if (missing.success) {
      const { notes, nearMisses } = missing.data;
      return {
        facts: { asked, notes, nearMisses: nearMisses.map(({ slug }) => slug) },
        messages: [],
      };
    }
    const record = StartupAnswer.parse(answer);
    const resource = {
      uri: startupUri(record.slug),
      mimeType: MIME_TYPE,
      text: JSON.stringify(answer),
    };
    return {
      facts: { asked, record },
      messages: [{ role: 'user', content: { type: 'resource', resource } }],
    };
  };
  const screenSector = async (sector: string) => {
    const answer = await call('search_startups_by_sector', { sector });
    const { sector: found, period, startups } = SectorAnswer.parse(answer);
    const text = screenSectorText({
      name: found.name,
      period: period.slug,
      shown: startups.length,
      total: found.startupCount,
    });
    return [textMessage(text), textMessage(JSON.stringify(answer))];
  };
  const diligenceNote = async (asked: string) => {
    const { facts, messages } = await company(asked);
    return [textMessage(diligenceNoteText(facts)), ...messages];
  };
  const compareStartups = async (one: string, other: string) => {
    const pair = [await company(one), await company(other)] as const;
    const text = compareStartupsText([pair[0].facts, pair[1].facts]);
    return [textMessage(text), ...pair.flatMap(({ messages }) => messages)];
  };

  const screenInput = z.object({ sector: argument('Name or slug of a sector', findSectors) });
  const noteInput = z.object({ company: argument('Name of the company', findStartups) });
  const pairInput = z.object({
    one: argument('Name of a startup', findStartups),
    other: argument('Name of the startup to compare it with', findStartups),
  });
  return (server) => {
    server.registerPrompt(
      'screen_sector',
      {
        title: 'Screen a sector',
        description: 'Shortlist the startups of a sector whose engineering accelerates',
        argsSchema: screenInput,
      },
      ({ sector }) => result(() => screenSector(sector)),
    );
    server.registerPrompt(
      'prepare_diligence_note',
      {
        title: 'Prepare a diligence note',
        description: 'One page on one company, from public sources only',
        argsSchema: noteInput,
      },
      ({ company: asked }) => result(() => diligenceNote(asked)),
    );
    server.registerPrompt(
      'compare_startups',
      {
        title: 'Compare two startups',
        description: 'The engineering signals of two startups, side by side',
        argsSchema: pairInput,
      },
      ({ one, other }) => result(() => compareStartups(one, other)),
    );
  };
}

function textMessage(text: string): Message {
  return { role: 'user', content: { type: 'text', text } };
}
