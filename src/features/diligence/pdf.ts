/**
 * A dossier as PDF: A4, on one page where it fits at a size that can be read. PDFKit writes it, with
 * DejaVu Sans inside, so that names in Latin, Greek and Cyrillic letters show everywhere alike.
 */
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import type { Dossier } from './dossier.ts';
import { signalSentence } from '../../diligence/signal-sentence.ts';
import { sourceDate, sourceKind, stageText, timelineOf } from './sentences.ts';

/** Tried from the largest on, in points. */
const SIZES = [10, 9, 8, 7, 6.5];
const MARGIN = 42;
const INK = '#1c1e22';
const QUIET = '#5a5e66';
const LINK = '#15508a';

const { resolve } = createRequire(import.meta.url);
const FONTS = {
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};

/** @returns the bytes of the document; the same for the same dossier */
export async function dossierPdf(record: Dossier): Promise<Buffer> {
  for (const size of SIZES) {
    const { bytes, pages } = await drawn(record, size);
    if (pages === 1 || size === SIZES.at(-1)) return bytes;
  }
  throw new Error('unreachable: the last size is always taken');
}

async function drawn(record: Dossier, size: number): Promise<{ bytes: Buffer; pages: number }> {
  const { dossier, citation, name, url } = record;
  // Loaded with the first PDF that is asked for, so that a start does not wait for it.
  const { default: PDFDocument } = await import('pdfkit');
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
      .font(FONTS.bold)
      .fontSize(size + 1.5)
      .fillColor(INK)
      .text(text);
  const line = (text: string, color = INK) =>
    pdf.font(FONTS.plain).fontSize(size).fillColor(color).text(text);

  pdf
    .font(FONTS.bold)
    .fontSize(size + 8)
    .fillColor(INK)
    .text(dossier.entity);
  line(
    'Diligence dossier. Only facts with a public source stand here; what is missing is unknown, not untrue.',
    QUIET,
  );
  pdf.moveDown(0.4);
  if (dossier.formerly.length > 0) line(`Formerly: ${dossier.formerly.join(', ')}`);
  if (dossier.stage) line(`Stage: ${stageText(dossier.stage)}`);
  if (dossier.signal) line(`Engineering signal: ${signalSentence(dossier.signal)}`);
  for (const note of dossier.notes) line(note);

  heading('Timeline');
  const numbers = new Map(citation.map((source, index) => [source.url, index + 1]));
  const events = timelineOf(record);
  if (events.length === 0) line('No documented fact.');
  for (const event of events) {
    const marks = event.sources.map((source) => numbers.get(source.url)).join(', ');
    pdf
      .font(FONTS.bold)
      .fontSize(size)
      .fillColor(INK)
      .text(`${event.date ?? 'undated'}  `, { continued: true })
      .font(FONTS.plain)
      .text(`${event.text} [${marks}]`);
  }

  heading('Sources');
  for (const [index, source] of citation.entries())
    pdf
      .font(FONTS.plain)
      .fontSize(size - 1)
      .fillColor(INK)
      .text(`[${index + 1}] ${source.title} (${sourceKind(source)}, ${sourceDate(source)}) `, {
        continued: true,
      })
      .fillColor(LINK)
      .text(source.url, { link: source.url });

  pdf.moveDown(0.6);
  line('From ', QUIET);
  pdf.fillColor(LINK).text(url, { link: url });
  line('CC BY 4.0', QUIET);
  pdf.end();
  return { bytes: await bytes, pages };
}

/** The document is as old as the youngest thing in it. */
function latestDate({ citation }: Dossier): string {
  const days = citation.map(({ publishedOn, checkedOn }) => checkedOn ?? publishedOn ?? '');
  return (
    days
      .filter((day) => day.length === 10)
      .toSorted()
      .at(-1) ?? '1970-01-01'
  );
}
