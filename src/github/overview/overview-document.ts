import { htmlDocument } from '../../page/document.ts';
import { PAGE_STYLE, styleOf } from '../../page/page-style.ts';

const STYLE = `${PAGE_STYLE}${styleOf('overview/overview.css')}`;

/** A page of the overview, which has no script. @param body HTML */
export function overviewDocument(title: string, body: string): string {
  return htmlDocument({
    ...{ title, body, style: STYLE, script: '', styleWithoutScript: '' },
    formAction: "'self'",
  });
}
