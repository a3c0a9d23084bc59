import { htmlDocument } from '../../page/document.ts';
import { escapeHtml } from '../../page/html-text.ts';
import { LOGO } from '../../page/logo.ts';
import { styleOf } from '../../page/page-style.ts';
import type { AppManifest } from './app-manifest.ts';
import { EVENT_PURPOSES, PERMISSION_PURPOSES } from './purposes.ts';

const STYLE = styleOf('page/colours.css', 'page/base.css', 'page/registration.css');

/** The page with the button that posts the manifest to GitHub, and what it asks GitHub for. */
export function registrationPage(manifest: AppManifest, target: string, text: string): string {
  const { default_permissions: permissions, default_events: events } = manifest;
  const levels = Object.entries(permissions).map(([name, level]) => {
    const { read, write } = PERMISSION_PURPOSES[name] ?? {};
    const purposes = [read, level === 'write' ? write : undefined];
    const to = purposes.flatMap((one) => (one === undefined ? [] : [one.to])).join('; ');
    return row(`${name}: ${level}`, to);
  });
  const heard = events.map((name) => row(name, EVENT_PURPOSES[name]?.to ?? ''));
  // Not one address of a form: GitHub may lead through the login of an organisation, on another host.
  return page(
    `<h1>Create the App</h1>
<p>GitHub shows what will be created, asks for a name, and sends you back here.</p>
<form method="post" action="${escapeHtml(target)}">
<input type="hidden" name="manifest" value="${escapeHtml(text)}">
<button>Create it on GitHub</button>
</form>
<h2>Permissions</h2>
<dl>${levels.join('')}</dl>
<h2>Events</h2>
<dl>${heard.join('')}</dl>`,
    'http: https:',
  );
}

/** What the person sees who comes back from GitHub. */
export function answerPage(heading: string, text: string, link?: string): string {
  const next =
    link === undefined ? '' : `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
  return page(`<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>${next}`);
}

function row(name: string, to: string): string {
  return `<dt><code>${escapeHtml(name)}</code></dt><dd>to ${escapeHtml(to)}</dd>`;
}

function page(body: string, formAction?: string): string {
  return htmlDocument({
    ...{ title: 'Rustward: create the App', style: STYLE, script: '', styleWithoutScript: '' },
    body: `<main>${LOGO}${body}</main>`,
    ...(formAction !== undefined && { formAction }),
  });
}
