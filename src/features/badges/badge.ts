/** Badges as SVG: a label and a message side by side, in the styles of shields.io. */
import { makeBadge } from 'badge-maker';

export const BADGE_STYLES = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;

/** Names of colours, as on shields.io. */
export const BADGE_COLORS: readonly string[] =
  'brightgreen green yellow yellowgreen orange red blue grey gray lightgrey lightgray success informational important critical inactive'.split(
    ' ',
  );

/** What can be chosen where a badge is embedded. */
export type Look = {
  style: (typeof BADGE_STYLES)[number];
  /** Instead of the badge's own. */
  label?: string | undefined;
  /** Of the message: one of `BADGE_COLORS` or hexadecimal. */
  color?: string | undefined;
};

export type Badge = {
  label: string;
  message: string;
  /** Hexadecimal, with `#`. */
  color: string;
  /** Where a click leads if the image itself is opened. */
  link: string;
  /** Nothing is known: the badge stays grey, whatever colour is asked for. */
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
