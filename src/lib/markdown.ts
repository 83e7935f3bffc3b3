/** Escapes text, such as names, that must not be interpreted as Markdown. */

/** Escapes the characters that have a meaning in CommonMark inlines (section 2.4). */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>&|~]/g, '\\$&');
}

/** @param url a full address */
export function markdownLink(text: string, url: string): string {
  return `[${markdownText(text)}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
