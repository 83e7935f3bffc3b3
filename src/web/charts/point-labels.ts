/** Names beside the points of a chart, so placed that none lies on another. */

export type Label = { text: string; x: number; y: number };
export type PlacedLabel = Label & { anchor: 'start' | 'end' | 'middle' };
type Box = { left: number; right: number; top: number; bottom: number };

/** Of text in the units of the drawing: a little more than letters take on average. */
const LETTER = 6.6;
const HEIGHT = 13;
const GAP = 8;

/**
 * @param labels the most important first: who comes later and finds no room is left out
 * @param points that should stay visible: of several places, the one that covers fewest is taken
 */
export function placedLabels(
  labels: readonly Label[],
  frame: Box,
  points: readonly Pick<Label, 'x' | 'y'>[] = [],
): PlacedLabel[] {
  const taken: Box[] = [];
  return labels.flatMap((label) => {
    const free = candidates(label).flatMap((candidate) => {
      const box = boxOf(candidate);
      if (!isWithin(box, frame) || taken.some((other) => overlap(box, other))) return [];
      return [
        { candidate, box, covered: points.filter((point) => overlap(box, around(point))).length },
      ];
    });
    const [best] = free.sort((a, b) => a.covered - b.covered);
    if (!best) return [];
    taken.push(best.box);
    return [best.candidate];
  });
}

function around({ x, y }: Pick<Label, 'x' | 'y'>): Box {
  return { left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 };
}

function candidates({ text, x, y }: Label): PlacedLabel[] {
  return [
    { text, x: x + GAP, y: y + 4, anchor: 'start' },
    { text, x: x - GAP, y: y + 4, anchor: 'end' },
    { text, x, y: y - GAP, anchor: 'middle' },
    { text, x, y: y + GAP + HEIGHT - 3, anchor: 'middle' },
  ];
}

function boxOf({ text, x, y, anchor }: PlacedLabel): Box {
  const width = [...text].length * LETTER;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - HEIGHT + 2, bottom: y + 3 };
}

function isWithin(box: Box, frame: Box): boolean {
  return (
    box.left >= frame.left &&
    box.right <= frame.right &&
    box.top >= frame.top &&
    box.bottom <= frame.bottom
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
