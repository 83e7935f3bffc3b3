/** Text within Markdown that must not become markup, such as names. */

/** Escapes what CommonMark gives a meaning within a line (section 2.4). */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>&|~]/g, '\\$&');
}

/** @param url a full address */
export function markdownLink(text: string, url: string): string {
  return `[${markdownText(text)}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
