import { type AssetName, asset } from '../workspace/asset.ts';

/** The style of an SVG picture as its file has it, without lines that are only a comment. */
export function pictureStyle(name: Extract<AssetName, `pictures/${string}`>): string {
  return asset(name)
    .split('\n')
    .filter((line) => !line.startsWith('/*'))
    .join('\n')
    .trim();
}
