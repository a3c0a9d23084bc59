import { PAGE_STYLE, styleOf } from '../../../page/page-style.ts';
import { squeezeCss } from '../../../page/squeeze-css.ts';
import { asset } from '../../../workspace/asset.ts';

export const STYLE = [
  PAGE_STYLE,
  styleOf('report/filter.css', 'report/finding.css', 'report/finding-body.css', 'report/rest.css'),
].join('');

/** Without the script, everything that the script would unfold on demand is shown. */
export const STYLE_WITHOUT_SCRIPT = squeezeCss(asset('report/without-script.css'));
