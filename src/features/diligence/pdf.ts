/**
 * A dossier as PDF: A4, on one page if it fits at a readable size. Uses PDFKit with DejaVu Sans
 * embedded, so that Latin, Greek and Cyrillic names look the same everywhere.
 */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { FONT_FILES } from '../../lib/png.ts';
import type { Dossier } from './dossier.ts';
import {
  headLines,
  NO_FACT,
  noticeLines,
  SOURCED_ONLY,
  sourceDate,
  sourceKind,
  timelineOf,
} from './sentences.ts';

/**
 * Font sizes in points. The first one with which the dossier fits on one page is used, else the last.
 */
const SIZES = [10, 9, 8, 7, 6.5];
const MARGIN = 42;
const INK = '#1c1e22';
const MUTED_INK = '#5a5e66';
const LINK = '#15508a';

/** The thread's function (`pdf-thread.ts`). @returns identical bytes for identical dossiers */
export default async function dossierPdf(record: Dossier): Promise<Buffer> {
  for (const size of SIZES) {
    const { bytes, pages } = await draw(record, size);
    if (pages === 1 || size === SIZES.at(-1)) return bytes;
  }
  throw new Error('unreachable: the last size is always taken');
}

async function draw(record: Dossier, size: number): Promise<{ bytes: Buffer; pages: number }> {
  const { dossier, citation, name, url } = record;
  const date = new Date(`${latestDate(record)}T00:00:00Z`);
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: { Title: name, Author: 'Bellwether', CreationDate: date, ModDate: date },
  });
  let pages = 1;
  pdf.on('pageAdded', () => pages++);
  const bytes = buffer(pdf);
  const heading = (text: string) =>
    pdf
      .moveDown(0.6)
      .font(FONT_FILES.bold)
      .fontSize(size + 1.5)
      .fillColor(INK)
      .text(text);
  const line = (text: string, color = INK) =>
    pdf.font(FONT_FILES.plain).fontSize(size).fillColor(color).text(text);

  pdf
    .font(FONT_FILES.bold)
    .fontSize(size + 8)
    .fillColor(INK)
    .text(dossier.entity);
  line(`Diligence dossier. ${SOURCED_ONLY}`, MUTED_INK);
  pdf.moveDown(0.4);
  for (const text of headLines(record)) line(text);

  heading('Timeline');
  const numbers = new Map(citation.map((source, index) => [source.url, index + 1]));
  const events = timelineOf(record);
  if (events.length === 0) line(NO_FACT);
  for (const event of events) {
    const marks = event.sources.map((source) => numbers.get(source.url)).join(', ');
    pdf
      .font(FONT_FILES.bold)
      .fontSize(size)
      .fillColor(INK)
      .text(`${event.date ?? 'undated'}  `, { continued: true })
      .font(FONT_FILES.plain)
      .text(`${event.text} [${marks}]`);
  }

  for (const [title, lines] of [
    ['Disputed, corrected, withdrawn', noticeLines(record)],
    ['Not known', dossier.notKnown],
  ] as const) {
    if (lines.length > 0) heading(title);
    for (const text of lines) line(text);
  }

  heading('Sources');
  for (const [index, source] of citation.entries())
    pdf
      .font(FONT_FILES.plain)
      .fontSize(size - 1)
      .fillColor(INK)
      .text(`[${index + 1}] ${source.title} (${sourceKind(source)}, ${sourceDate(source)}) `, {
        continued: true,
      })
      .fillColor(LINK)
      .text(source.url, { link: source.url });

  pdf.moveDown(0.6);
  line('From ', MUTED_INK);
  pdf.fillColor(LINK).text(url, { link: url });
  line('CC BY 4.0', MUTED_INK);
  pdf.end();
  return { bytes: await bytes, pages };
}

/** The last day on which any of its sources was read or published. */
function latestDate({ citation }: Dossier): string {
  const days = citation.map(({ publishedOn, checkedOn }) => checkedOn ?? publishedOn ?? '');
  return (
    days
      .filter((day) => day.length === 10)
      .toSorted()
      .at(-1) ?? '1970-01-01'
  );
}
