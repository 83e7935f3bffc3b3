/**
 * SVG drawn as PNG, by resvg with fonts of our own, so that images are the same on every machine.
 * resvg needs no browser, and draws on a thread of its own.
 */
import { join } from 'node:path';
import { optionalPackage } from './optional-package.ts';
import { PROJECT_ROOT } from './project-root.ts';

const FONTS = join(PROJECT_ROOT, 'src', 'features', 'diligence', 'fonts');
export const FONT_FILES = {
  plain: join(FONTS, 'DejaVuSansCondensed.ttf'),
  bold: join(FONTS, 'DejaVuSansCondensed-Bold.ttf'),
};
/** For `font-family` in the SVG. */
export const PNG_FONT = 'DejaVu Sans Condensed';

export type PngOptions = {
  /** Of the image in pixels; by default as many as the SVG is wide. */
  width?: number;
};

/**
 * @param svg well-formed XML with colours written out: variables of CSS are not read
 * @returns the bytes of the image
 * @throws BellwetherError `package-missing`
 */
export async function pngOf(svg: string, { width }: PngOptions = {}): Promise<Buffer> {
  // Its binary is a package for each platform, which `npm ci --omit=optional` leaves out.
  const { renderAsync } = await optionalPackage(
    () => import('@resvg/resvg-js'),
    'Pictures are asked for as PNG',
    'npm ci --include=optional',
  );
  const image = await renderAsync(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: Object.values(FONT_FILES),
      defaultFontFamily: PNG_FONT,
      sansSerifFamily: PNG_FONT,
      serifFamily: PNG_FONT,
      monospaceFamily: PNG_FONT,
    },
    ...(width !== undefined && { fitTo: { mode: 'width', value: width } as const }),
  });
  return image.asPng();
}

/** What the typeface draws: Latin, Greek and Cyrillic letters, digits and usual punctuation. */
const DRAWN =
  /^(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]|[ -~\u00a1-\u00bf\u00d7\u00f7\u2010-\u2027\u2032\u2033\u20ac\u2212])*$/u;

/** Whether the typeface has every character of a text. */
export function isDrawable(text: string): boolean {
  return DRAWN.test(text.normalize('NFC'));
}
