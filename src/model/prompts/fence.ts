import { createHash } from 'node:crypto';

/**
 * Puts text that is data between two marks that the text does not contain, and says what it is.
 * The marks come from the text's own hash, so that the same text always looks the same; a text
 * that holds them gets others.
 * @param label what the data is, such as `code`
 */
export function fence(label: string, text: string): string {
  let mark = '';
  for (let attempt = 0; mark === '' || text.includes(mark); attempt += 1) {
    const hash = createHash('sha256').update(`${attempt} ${text}`).digest('hex');
    mark = `data-${hash.slice(0, 12)}`;
  }
  const name = label.replaceAll(/[^\w .:-]/g, '_');
  return `<${mark} is="${name}">\n${text}\n</${mark}>`;
}
