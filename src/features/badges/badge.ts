/** Badges as pictures: two words side by side, in the styles that READMEs know. */
import { makeBadge } from 'badge-maker';

export const BADGE_STYLES = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;

/** Names of colours that badges are asked for in, as on shields.io. */
export const BADGE_COLORS = [
  'brightgreen',
  'green',
  'yellow',
  'yellowgreen',
  'orange',
  'red',
  'blue',
  'grey',
  'gray',
  'lightgrey',
  'lightgray',
  'success',
  'informational',
  'important',
  'critical',
  'inactive',
] as const;

/** How the one who embeds a badge wants it. */
export type Look = {
  style: (typeof BADGE_STYLES)[number];
  /** Instead of the badge's own left half. */
  label?: string | undefined;
  /** Of the right half: one of `BADGE_COLORS` or hexadecimal. */
  color?: string | undefined;
};

export type Badge = {
  label: string;
  message: string;
  /** Hexadecimal, with `#`. */
  color: string;
  /** Where a click leads when the picture itself is opened. */
  link: string;
  /** It says that nothing is known: such a badge keeps its grey, whatever colour is asked for. */
  isUnknown?: true;
};

/** White on each of these has a contrast of 5 to 1 or more (WCAG 2.2, 1.4.3). */
export const COLORS = {
  brand: '#15508a',
  level: '#5a5e66',
  falling: '#8a5a15',
  unknown: '#6b6b6b',
};

/** A badge that says that nothing is known. */
export function unknownBadge(label: string, message: string, link: string): Badge {
  return { label, message, color: COLORS.unknown, link, isUnknown: true };
}

/** An SVG document, as wide as its texts need in any script. */
export function badgeSvg(badge: Badge, { style, label = badge.label, color }: Look): string {
  return makeBadge({
    style,
    label,
    message: badge.message,
    color: badge.isUnknown || color === undefined ? badge.color : color,
    links: [badge.link],
  });
}
