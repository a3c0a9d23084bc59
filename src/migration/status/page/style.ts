import { PAGE_STYLE, styleOf } from '../../../page/page-style.ts';
import { squeezeCss } from '../../../page/squeeze-css.ts';
import { asset } from '../../../workspace/asset.ts';

export const STATUS_STYLE = [
  PAGE_STYLE,
  styleOf('migration/progress.css', 'migration/cards.css', 'migration/functions.css'),
].join('');

/** Without the script nothing can be filtered, and everything can still be unfolded. */
export const STYLE_WITHOUT_SCRIPT = squeezeCss(asset('migration/without-script.css'));
