import { escapeHtml } from '../../page/html-text.ts';
import { LOGO } from '../../page/logo.ts';
import { overviewDocument } from './overview-document.ts';

/** What who has not signed in sees: nothing of any repository. @param why said before the button, such as that a sign-in has failed */
export function signInPrompt(why?: string): string {
  const said = why === undefined ? '' : `<p class="problem">${escapeHtml(why)}</p>`;
  return overviewDocument(
    'Rustward: sign in',
    `<main class="prompt"><p class="brand">${LOGO}Rustward <span>overview</span></p>
<h1>Findings across repositories</h1>
${said}<p>GitHub is asked who you are, and which repositories of the App you may read. Only these are shown.</p>
<p><a class="button" href="overview/sign-in">Sign in with GitHub</a></p></main>`,
  );
}

/** What is shown where something went wrong. @param again leads on */
export function problemPage(heading: string, text: string, again: string): string {
  return overviewDocument(
    `Rustward: ${heading}`,
    `<main class="prompt"><p class="brand">${LOGO}Rustward <span>overview</span></p>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
<p><a class="button" href="${escapeHtml(again)}">Try again</a></p></main>`,
  );
}
