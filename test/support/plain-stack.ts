import { fileURLToPath } from 'node:url';

/** A stack with the paths of files, as if each were there once. */
export function plainStack(text: string): string {
  return text.replaceAll(/file:\/\/[^\s?]*\?of=[^\s:)]*/g, (url) => fileURLToPath(url));
}
