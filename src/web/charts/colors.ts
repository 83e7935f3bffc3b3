/** The stylesheet's colours, for images shown without it. */
import { STYLESHEET } from '../page/assets.ts';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

type Colors = ReadonlyMap<string, string>;

/** The values of the variables by name, `link` for `--link`, as `:root` defines them. */
const COLORS: Readonly<Record<Scheme, Colors>> = colorsIn(STYLESHEET);

function colorsIn(stylesheet: string): Record<Scheme, Colors> {
  const plain = new Map<string, string>();
  const dark = new Map<string, string>();
  const roots = /(@media \(prefers-color-scheme: dark\)\s*\{\s*)?:root\s*\{([^}]*)\}/g;
  for (const [, media, block = ''] of stylesheet.matchAll(roots))
    for (const [, name = '', value = ''] of block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,8})\b/gi)) {
      const colors = media === undefined ? plain : dark;
      // Later ones are for print.
      if (!colors.has(name)) colors.set(name, value);
    }
  return { light: plain, dark: new Map([...plain, ...dark]) };
}

/** A colour of a scheme. @throws RangeError for a name that the stylesheet does not define */
function color(name: string, scheme: Scheme): string {
  const value = COLORS[scheme].get(name);
  if (value === undefined) throw new RangeError(`the stylesheet has no colour --${name}`);
  return value;
}

/** An attribute whose value is a variable; in texts quotes are escaped, so none looks like it. */
const VARIABLE = /="var\(--([\w-]+)\)"/g;

/** Markup with the colours of a scheme instead of variables, for programs that support none. */
export function withColors(svg: string, scheme: Scheme): string {
  return svg.replace(VARIABLE, (_, name: string) => `="${color(name, scheme)}"`);
}

/**
 * CSS that gives markup with variables both schemes, as the reader's system asks for. Variables in
 * attributes are read by browsers alone, so `inBothSchemes` writes the light colours into them.
 */
export function inBothSchemes(svg: string): { svg: string; css: string } {
  const names = [...new Set([...svg.matchAll(VARIABLE)].map(([, name = '']) => name))];
  const values = (scheme: Scheme) =>
    names.map((name) => `--${name}:${color(name, scheme)}`).join(';');
  const rules = names.flatMap((name) =>
    ['fill', 'stroke', 'color'].map(
      (property) => `[${property}="${color(name, 'light')}"]{${property}:var(--${name})}`,
    ),
  );
  return {
    svg: withColors(svg, 'light'),
    css: `:root{${values('light')}}@media (prefers-color-scheme:dark){:root{${values('dark')}}}${rules.join('')}`,
  };
}
