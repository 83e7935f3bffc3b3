/** Names next to the points of a chart, placed so that none covers another or a mark. */
import { textWidth } from '../images/letters.ts';

export type Label = { text: string; x: number; y: number };
export type PlacedLabel = Label & { anchor: 'start' | 'end' | 'middle' };
export type Box = { left: number; right: number; top: number; bottom: number };

/** In units of the drawing, on the narrowest screen: labels are of 12 to 13 pixels on each. */
const LABEL_SIZE = 16;
const ASCENT = 13;
const DESCENT = 4;
const GAP = 8;
/** Radius of the largest mark around its place. */
const MARK_RADIUS = 5;

/**
 * @param labels the most important first: one for which there is no room is left out
 * @param points marks, none of which is covered
 */
export function placedLabels(
  labels: readonly Label[],
  frame: Box,
  points: readonly Pick<Label, 'x' | 'y'>[] = [],
): PlacedLabel[] {
  const taken = points.map(around);
  return labels.flatMap((label) => {
    const best = candidates(label).find((candidate) => {
      const box = boxOf(candidate);
      return isWithin(box, frame) && !taken.some((other) => overlap(box, other));
    });
    if (!best) return [];
    taken.push(boxOf(best));
    return [best];
  });
}

export function around({ x, y }: Pick<Label, 'x' | 'y'>): Box {
  return {
    left: x - MARK_RADIUS,
    right: x + MARK_RADIUS,
    top: y - MARK_RADIUS,
    bottom: y + MARK_RADIUS,
  };
}

/** Beside its point, above and below it. */
function candidates({ text, x, y }: Label): PlacedLabel[] {
  const above = y - GAP;
  const below = y + GAP + ASCENT;
  return [
    { text, x: x + GAP, y: y + 4, anchor: 'start' },
    { text, x: x - GAP, y: y + 4, anchor: 'end' },
    { text, x, y: above, anchor: 'middle' },
    { text, x, y: below, anchor: 'middle' },
    { text, x: x + GAP, y: above, anchor: 'start' },
    { text, x: x - GAP, y: above, anchor: 'end' },
    { text, x: x + GAP, y: below, anchor: 'start' },
    { text, x: x - GAP, y: below, anchor: 'end' },
  ];
}

export function boxOf({ text, x, y, anchor }: PlacedLabel): Box {
  const width = textWidth(text, LABEL_SIZE);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT };
}

function isWithin(box: Box, frame: Box): boolean {
  return (
    box.left >= frame.left &&
    box.right <= frame.right &&
    box.top >= frame.top &&
    box.bottom <= frame.bottom
  );
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
