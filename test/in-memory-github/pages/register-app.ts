import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ensureAccount } from '../state/look-up.ts';
import type { World } from '../state/world.ts';
import { answerPage, escaped, hiddenInputs } from './html.ts';
import { parseManifest } from './manifest.ts';
import { newApp } from './new-app.ts';

/** Where a manifest is posted to: for the account of the person, or for an organisation. */
const NEW = /^(?:\/organizations\/([\w-]+))?\/settings\/apps\/new$/;

/** Where the button of that page leads. */
const CREATE = '/settings/apps/manifest';

/** Who opens pages: there is no login. */
const PERSON = 'octo';

/**
 * The pages on which an app is registered from a manifest: the one that the form of another site is
 * posted to, which asks for a name, and what its button does.
 * @returns whether the request was for one of them, or for their picture
 */
export async function serveRegistration(
  world: World,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<boolean> {
  if (url.pathname === '/favicon.ico') {
    response.writeHead(204).end();
    return true;
  }
  const [isNew, organisation] = NEW.exec(url.pathname) ?? [];
  if (request.method !== 'POST' || (isNew === undefined && url.pathname !== CREATE)) return false;
  const form = new URLSearchParams(await text(request));
  try {
    const manifest = parseManifest(form.get('manifest'));
    if (isNew !== undefined) {
      const state = url.searchParams.get('state') ?? '';
      const hidden = { manifest: JSON.stringify(manifest), state, owner: organisation ?? '' };
      answerPage(response, 200, confirmation(manifest.name, hidden));
      return true;
    }
    const login = form.get('owner') || PERSON;
    const owner = ensureAccount(world, login, login === PERSON ? 'User' : 'Organization');
    const name = form.get('name') || manifest.name;
    const back = new URL(manifest.redirect_url);
    back.searchParams.set('code', newApp(world, { ...manifest, name }, owner));
    back.searchParams.set('state', form.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  } catch (thrown) {
    answerPage(response, 422, `<p>${escaped(String(thrown))}</p>`);
  }
  return true;
}

function confirmation(name: string, hidden: Readonly<Record<string, string>>): string {
  return `<form method="post" action="${CREATE}">${hiddenInputs(hidden)}
<label>GitHub App name <input name="name" value="${escaped(name)}"></label>
<button>Create GitHub App</button></form>`;
}
