import { fileURLToPath } from 'node:url';

/** A frame of a stack with the path of its file, as if the file were there once. */
export function plainFrame(frame: string): string {
  return frame.replace(/file:\/\/[^\s?:)]*(?:\?of=[^\s:)]*)?/, (url) => fileURLToPath(url));
}
