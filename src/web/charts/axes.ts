/** Axes that end at readable numbers. */
import type { Axis } from './chart.ts';

type Say = (value: number) => string;

/** From zero, in powers of ten. */
export function logAxis(to: number, say: Say): Axis {
  const decades = [0, 1, 10, 100, 1_000, 10_000, 100_000].filter((value) => value <= to);
  return { from: 0, to, isLog: true, ticks: decades.map((value) => [value, say(value)]) };
}

/** From and to the next round numbers, in steps that are round too. */
export function roundAxis(lowest: number, highest: number, say: Say): Axis {
  const least = (highest - lowest) / 5;
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = unit * ([1, 2, 5].find((size) => size * unit >= least) ?? 10);
  const [first, last] = [Math.floor(lowest / step), Math.ceil(highest / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => step * (first + index));
  return { from: step * first, to: step * last, ticks: ticks.map((value) => [value, say(value)]) };
}
