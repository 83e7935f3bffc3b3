/** Badges as SVG, with a label and a message, in the styles of shields.io. */
import { makeBadge } from 'badge-maker';

export const BADGE_STYLES = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;

/** Colour names, as on shields.io. */
export const BADGE_COLORS: readonly string[] =
  'brightgreen green yellow yellowgreen orange red blue grey gray lightgrey lightgray success informational important critical inactive'.split(
    ' ',
  );

/** Options for embedding a badge. */
export type Look = {
  style: (typeof BADGE_STYLES)[number];
  /** Replaces the badge's own label. */
  label?: string | undefined;
  /** Colour of the message: one of `BADGE_COLORS`, or hexadecimal. */
  color?: string | undefined;
};

export type Badge = {
  label: string;
  message: string;
  /** Hexadecimal, including `#`. */
  color: string;
  /** Target of a click if the SVG itself is opened. */
  link: string;
  /** There is no data: the badge stays grey even if a colour is requested. */
  isUnknown?: true;
};

/** White text on each of these has a contrast of at least 5:1 (WCAG 2.2, 1.4.3). */
export const COLORS = {
  brand: '#15508a',
  level: '#5a5e66',
  falling: '#8a5a15',
  unknown: '#6b6b6b',
};

/** A badge that says there is no data. */
export function unknownBadge(label: string, message: string, link: string): Badge {
  return { label, message, color: COLORS.unknown, link, isUnknown: true };
}

/** An SVG document, wide enough for its texts in any script. */
export function badgeSvg(badge: Badge, { style, label = badge.label, color }: Look): string {
  return makeBadge({
    style,
    label,
    message: badge.message,
    color: badge.isUnknown || color === undefined ? badge.color : color,
    links: [badge.link],
  });
}
