/**
 * Renders SVG as PNG with resvg and bundled fonts, so that images are the same on every machine.
 * resvg needs no browser and renders on a thread of its own.
 */
import { join } from 'node:path';
import { optionalPackage } from './optional-package.ts';
import { PROJECT_ROOT } from './project-root.ts';

const FONTS = join(PROJECT_ROOT, 'src', 'lib', 'fonts');
const FONT_FILES = ['DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'];
/** The `font-family` to use in the SVG. */
const PNG_FONT = 'DejaVu Sans Condensed';

export type PngOptions = {
  /** Width in pixels; the SVG's own width by default. */
  width?: number;
};

/**
 * @param svg well-formed XML with literal colours; CSS variables are not supported
 * @returns the PNG file
 * @throws BellwetherError `package-missing`
 */
export async function pngOf(svg: string, { width }: PngOptions = {}): Promise<Buffer> {
  // The binary is an optional package for each platform, which `npm ci --omit=optional` leaves out.
  const { renderAsync } = await optionalPackage(
    () => import('@resvg/resvg-js'),
    'Pictures are asked for as PNG',
    'npm ci --include=optional',
  );
  const image = await renderAsync(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: FONT_FILES.map((name) => join(FONTS, name)),
      defaultFontFamily: PNG_FONT,
      sansSerifFamily: PNG_FONT,
      serifFamily: PNG_FONT,
      monospaceFamily: PNG_FONT,
    },
    ...(width !== undefined && { fitTo: { mode: 'width', value: width } as const }),
  });
  return image.asPng();
}
