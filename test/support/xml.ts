/** XML documents, read with a parser that is not ours. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  /** Its own text, CDATA included. */
  text: string;
};

type Raw = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  processEntities: true,
  htmlEntities: false,
});

/** The root of a well-formed document; throws for any other. */
export function readXml(text: string): XmlElement {
  const valid = XMLValidator.validate(text);
  if (valid !== true)
    throw new Error(`not well formed: ${valid.err.msg} in line ${valid.err.line}`);
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text))
    throw new Error('a character that XML 1.0 does not allow');
  const [root] = elementsIn(parser.parse(text) as Raw[]).filter(({ name }) => name !== '?xml');
  if (!root) throw new Error('no root element');
  return root;
}

/** An element and everything below it. */
export function allElements(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(allElements)];
}

/** Children of that name. */
export function named({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** The text of the one child of that name. */
export function textOf(element: XmlElement, name: string): string {
  const [only, ...others] = named(element, name);
  if (!only || others.length > 0)
    throw new Error(`${element.name} has ${others.length + (only ? 1 : 0)} ${name}`);
  return only.text;
}

function elementsIn(nodes: readonly Raw[]): XmlElement[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@') ?? '';
    if (name === '#text') return [];
    const inside = node[name] as Raw[];
    return [
      {
        name,
        attributes: (node[':@'] ?? {}) as Record<string, string>,
        children: elementsIn(inside),
        text: inside
          .filter((child) => '#text' in child)
          .map((child) => String(child['#text']))
          .join(''),
      },
    ];
  });
}
