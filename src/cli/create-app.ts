import { existsSync } from 'node:fs';
import { IncompleteError, UsageError } from '../errors.ts';
import { parseGitHubPlace } from '../github/app/settings.ts';
import { credentialsText } from '../github/registration/credentials-text.ts';
import { installPage, openRegistration } from '../github/registration/registration-server.ts';
import { openPrivateFile } from '../workspace/files/private-file.ts';
import type { ProcessEnvironment } from '../workspace/process/process-environment.ts';
import { oneLine } from './output/terminal-text.ts';

export interface CreateAppRequest {
  readonly env: ProcessEnvironment;
  /** Where GitHub reaches the App. */
  readonly url: string;
  readonly organization?: string;
  /** The file that gets the settings. */
  readonly output: string;
  /** Whether that file may be there. */
  readonly replace: boolean;
  /** Of the page; any that is free for 0. */
  readonly port: number;
  /** When it is to end without an App. */
  readonly told: Promise<void>;
  readonly print: (text: string) => void;
}

/**
 * Has a person create the App on GitHub, and writes its settings to a file.
 * @throws UsageError when a setting is wrong; IncompleteError when there is no App in the end
 */
export async function createApp(request: CreateAppRequest): Promise<void> {
  const { env, output, replace, port, told, print } = request;
  const place = placeOf(env);
  const address = parseAddress(request.url);
  if (!replace && existsSync(output)) {
    throw new UsageError(`${output} exists; name another file with --output, or say --replace`);
  }
  const file = openPrivateFile(output, replace);
  try {
    const registration = await openRegistration({
      ...{ ...place, port, address, organisation: request.organization },
      keep: (app) => file.write(credentialsText(app, place)),
    });
    print(`Open ${registration.url} in a browser on this machine.\n`);
    try {
      const app = await Promise.race([registration.registered, told]);
      if (app === undefined) throw new IncompleteError('it was ended before there was an App');
      const name = oneLine(app.html_url);
      print(
        `${name} is created. Its key and secret are in ${output}, which only you can read.\n` +
          `Next: start the App with these settings, then install it: ${oneLine(installPage(app))}\n`,
      );
    } finally {
      await registration.close();
    }
  } finally {
    file.discard();
  }
}

/** The half of an address that is missing would lead to github.com. */
function placeOf(env: ProcessEnvironment) {
  const set = ['GITHUB_API_URL', 'GITHUB_SERVER_URL'].filter((name) => (env[name] ?? '') !== '');
  if (set.length === 1) {
    const which = 'GITHUB_API_URL and GITHUB_SERVER_URL';
    throw new UsageError(`${set[0]} is set alone: another GitHub needs ${which}`);
  }
  return parseGitHubPlace(env);
}

function parseAddress(text: string): string {
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError(`--url ${text}: name the address of the App, such as https://your.host`);
  }
  if (/^(localhost|127\..*|\[::1\])$/.test(url.hostname)) {
    throw new UsageError(`--url ${text}: GitHub cannot reach it there`);
  }
  return url.href.replace(/\/+$/, '');
}
