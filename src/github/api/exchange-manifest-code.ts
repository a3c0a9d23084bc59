import { Octokit } from '@octokit/rest';
import * as z from 'zod';
import { IncompleteError } from '../../errors.ts';
import { parseAnswer } from './parse-answer.ts';
import { quietLog } from './quiet-log.ts';
import { refusalOf } from './retrying-calls.ts';

const registeredAppSchema = z.object({
  id: z.int().positive(),
  html_url: z.url({ protocol: /^https?$/ }),
  webhook_secret: z.string().min(1),
  client_id: z.string().regex(/^[\w.-]{1,100}$/),
  client_secret: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  pem: z.string().includes('PRIVATE KEY'),
});

/** An app as it was registered, with what only it may know. */
export type RegisteredApp = Readonly<z.infer<typeof registeredAppSchema>>;

const ANSWER_MILLISECONDS = 30_000;

/**
 * Exchanges the code of a registration for the key and the secret of the app. GitHub does that once,
 * so it is not tried again.
 * @param apiUrl of the REST interface
 * @throws IncompleteError when GitHub does not
 */
export async function exchangeManifestCode(apiUrl: string, code: string): Promise<RegisteredApp> {
  const octokit = new Octokit({ baseUrl: apiUrl, log: quietLog() });
  const request = { signal: AbortSignal.timeout(ANSWER_MILLISECONDS), retries: 0 };
  try {
    const { data } = await octokit.rest.apps.createFromManifest({ code, request });
    return parseAnswer(registeredAppSchema, data);
  } catch (thrown) {
    if (thrown instanceof IncompleteError) throw thrown;
    const refusal = refusalOf(thrown);
    // What was thrown may name the address that was asked, and with it the code.
    const reason =
      refusal === undefined ? 'it gave no answer' : `it answered with status ${refusal.status}`;
    const advice = 'delete the app on GitHub, and create it once more';
    throw new IncompleteError(`${apiUrl} gave out no key of the app: ${reason}; ${advice}`);
  }
}
