/**
 * Finds organizations whose names differ only in a legal form or a word such as "Ventures"; often
 * these are duplicates. Organizations that are really distinct list each other in `distinctFrom`.
 */
import { foldKey } from './fold.ts';
import type { FiledCompany, FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import type { Fault } from './yaml-file.ts';

/** Final words that are often omitted from a name. */
const COMMON_ENDINGS: ReadonlySet<string> = new Set(
  `ag ai bv capital co com company corp corporation fund funds global gmbh group growth holding
   holdings inc incorporated investments io labs limited llc llp lp ltd management oy partners plc
   pte sas technologies us vc venture ventures`.split(/\s+/),
);

type Filed = FiledCompany | FiledOrganization;

/** @param kindOf an organization's kind; a fund is not confused with the company it is named after */
export function nearNameFaults(
  { companies, others }: FiledOrganizations,
  kindOf: (slug: string) => string,
): Fault[] {
  const first = new Map<string, Filed>();
  return [...companies, ...others].flatMap((filed) => {
    const { slug, value } = filed;
    const kind = 'sector' in value ? 'company' : kindOf(slug);
    const others = new Set(
      nearKeys(value).map((key) => first.getOrInsert(`${kind} ${key}`, filed)),
    );
    return [...others]
      .filter((other) => other !== filed && !areDistinct(filed, other))
      .map((other) =>
        filed.faultAt(
          ['name'],
          `is nearly the name of ${other.slug} (${other.value.name}); if they are one, run bellwether registry merge ${other.slug} ${slug}, otherwise list ${other.slug} under distinctFrom`,
        ),
      );
  });
}

/** True if they list each other, or share an exact name, which is reported as another fault. */
function areDistinct(one: Filed, other: Filed): boolean {
  return (
    !namesOf(one).isDisjointFrom(namesOf(other)) ||
    one.value.distinctFrom.includes(other.slug) ||
    other.value.distinctFrom.includes(one.slug)
  );
}

function namesOf({ value: { name, aliases } }: Filed): Set<string> {
  return new Set([name, ...aliases].map(foldKey));
}

/** `Cursor (Anysphere)` yields a key for each of the two names. */
function nearKeys({ name, aliases }: { name: string; aliases: readonly string[] }) {
  return [name, ...aliases]
    .flatMap((text) => {
      const inner = /^(.+?)\s*\((.+)\)$/.exec(text);
      return inner ? [inner[1] ?? '', inner[2] ?? ''] : [text];
    })
    .map(withoutEnding)
    .filter((key) => key !== '');
}

function withoutEnding(name: string): string {
  const words = name.split(/[\s,.]+/).filter((word) => word !== '');
  while (words.length > 1 && COMMON_ENDINGS.has(foldKey(words.at(-1) ?? ''))) words.pop();
  return foldKey(words.join(' '));
}
