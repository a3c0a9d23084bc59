import { type AssetName, asset } from '../workspace/asset.ts';
import { squeezeCss } from './squeeze-css.ts';

type StyleName = Extract<AssetName, `${string}.css`>;

/** Styles of `assets/`, one behind the other, as a page carries them. */
export function styleOf(...names: readonly StyleName[]): string {
  return names.map((name) => `\n${squeezeCss(asset(name))}`).join('');
}

/** The style that every page of ours begins with: colours, text, the top, cards and charts. */
export const PAGE_STYLE = styleOf(
  'page/colours.css',
  'page/base.css',
  'page/masthead.css',
  'page/overview.css',
);
