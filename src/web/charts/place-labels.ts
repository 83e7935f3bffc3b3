/** Names next to the points of a chart, placed so that none covers another or a mark at any width. */
import { textWidth } from '../images/letters.ts';

/** The place of a mark: a share of the width, and pixels from the top. */
type Mark = { share: number; y: number };
export type Label = Mark & { text: string };
type PlacedLabel = Label & { dx: number; dy: number; anchor: 'start' | 'end' | 'middle' };
/** Sides in pixels from the mark; a wider drawing moves marks apart, and boxes with them. */
type Box = { share: number; left: number; right: number; top: number; bottom: number };

const LABEL_SIZE = 13;
const ASCENT = 11;
const DESCENT = 4;
const GAP = 8;
/** The reach of the largest mark around its place. */
const MARK_RADIUS = 5;
/** Room right of the plot. */
const MARGIN = 14;

/**
 * @param labels the most important first: one for which there is no room is left out
 * @param marks none of which is covered
 * @param widths of the drawing, in pixels: the narrowest and the widest
 */
export function placeLabels(
  labels: readonly Label[],
  marks: readonly Mark[],
  frame: { top: number; bottom: number },
  [narrowest, widest]: readonly [number, number],
): PlacedLabel[] {
  const isWithin = ({ share, left, right, top, bottom }: Box) =>
    top >= frame.top &&
    bottom <= frame.bottom &&
    [narrowest, widest].every(
      (width) => share * width + left >= 0 && share * width + right <= width + MARGIN,
    );
  const overlap = (one: Box, other: Box) => {
    if (one.top >= other.bottom || other.top >= one.bottom) return false;
    const apart = other.share - one.share;
    const [least, most] = apart < 0 ? [widest, narrowest] : [narrowest, widest];
    return apart * least + other.left < one.right && apart * most + other.right > one.left;
  };
  const taken = marks.map(
    ({ share, y }): Box => ({
      share,
      left: -MARK_RADIUS,
      right: MARK_RADIUS,
      top: y - MARK_RADIUS,
      bottom: y + MARK_RADIUS,
    }),
  );
  return labels.flatMap((label) => {
    const width = textWidth(label.text, LABEL_SIZE);
    const best = candidates(label).find((candidate) => {
      const box = boxOf(candidate, width);
      return isWithin(box) && !taken.some((other) => overlap(box, other));
    });
    if (!best) return [];
    taken.push(boxOf(best, width));
    return [best];
  });
}

/** Next to its point, above and below it. */
function candidates(label: Label): PlacedLabel[] {
  const [middle, above, below] = [label.y + 4, label.y - GAP, label.y + GAP + ASCENT];
  return [
    { ...label, dx: GAP, dy: middle, anchor: 'start' },
    { ...label, dx: -GAP, dy: middle, anchor: 'end' },
    { ...label, dx: 0, dy: above, anchor: 'middle' },
    { ...label, dx: 0, dy: below, anchor: 'middle' },
    { ...label, dx: GAP, dy: above, anchor: 'start' },
    { ...label, dx: -GAP, dy: above, anchor: 'end' },
    { ...label, dx: GAP, dy: below, anchor: 'start' },
    { ...label, dx: -GAP, dy: below, anchor: 'end' },
  ];
}

function boxOf({ share, dx, dy, anchor }: PlacedLabel, width: number): Box {
  const left = anchor === 'start' ? dx : anchor === 'end' ? dx - width : -width / 2;
  return { share, left, right: left + width, top: dy - ASCENT, bottom: dy + DESCENT };
}
