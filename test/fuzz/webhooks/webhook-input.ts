import { createHmac } from 'node:crypto';
import { SECRET } from '../../support/app-on-github.ts';
import { oddText } from '../odd-text.ts';
import { INHERITED_NAMES, jsonOf, oddCopy, oddValue } from '../odd-values.ts';
import { type Random, randomOf } from '../random.ts';
import { type Place, payloadsAt } from './payloads.ts';

/** A request to the App. */
export interface WebhookInput {
  readonly idea: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the App may take it for GitHub's. */
  readonly isSigned: boolean;
}

const EVENTS: readonly string[] = [
  ...[...INHERITED_NAMES, '*', 'error', 'push.x', 'x'.repeat(5000)],
  ...[
    'PULL_REQUEST',
    'pull_request\u00e9',
    'pull_request,issues',
    'null',
    'valueOf',
    'deployment_protection_rule',
  ],
];

const SIGNATURES: readonly string[] = [
  ...[
    'sha256=',
    'sha1=00',
    'sha256=zz',
    '=',
    '',
    'x'.repeat(20_000),
    `sha256=${'0'.repeat(64)}`,
    'sha256=\u00e9',
    'sha512=00',
  ],
];

/** GitHub sends no longer body, and the App reads none. */
const LONGEST = 25 * 1024 * 1024;

/** The request with this number. */
export function webhookInput(seed: number, index: number, place: Place): WebhookInput {
  const random = randomOf(seed, 'webhooks', index);
  const [event, payload] = random.pick(payloadsAt(place));
  const { idea, bytes } = bodyOf(random, payload);
  const signed = createHmac('sha256', SECRET).update(bytes).digest('hex');
  const headers: Record<string, string> = {
    ...{ 'content-type': 'application/json', 'x-github-event': event },
    ...{ 'x-github-delivery': `${seed}-${index}`, 'x-hub-signature-256': `sha256=${signed}` },
  };
  const common = { method: 'POST', headers, body: bytes, isSigned: true };
  const way = random.below(100);
  if (way < 60) return { ...common, idea: `${event}, ${idea}` };
  if (way < 70) {
    headers['x-github-event'] = random.pick(EVENTS);
    return { ...common, idea: 'an odd event' };
  }
  if (way < 82) {
    headers['x-hub-signature-256'] = random.pick(SIGNATURES);
    return { ...common, idea: 'an odd signature', isSigned: false };
  }
  if (way < 86) {
    return {
      ...common,
      idea: 'another method',
      method: random.pick(['GET', 'PUT', 'OPTIONS', 'HEAD']),
    };
  }
  const name = random.pick(Object.keys(headers));
  if (way < 93) delete headers[name];
  else Object.assign(headers, random.pick(ODD_HEADERS));
  const isSigned = headers['x-hub-signature-256'] !== undefined;
  return { ...common, idea: way < 93 ? `without ${name}` : 'an odd header', isSigned };
}

const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  ...[
    { 'x-github-delivery': 'x'.repeat(8000) },
    { 'x-github-delivery': '__proto__' },
    { 'x-github-delivery': "'; drop" },
  ],
  ...[
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-7' },
    { 'content-type': '' },
  ],
  ...[
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-encoding': 'gzip' },
    { expect: '100-continue' },
  ],
  ...[
    { 'transfer-encoding': 'chunked' },
    { connection: 'upgrade', upgrade: 'websocket' },
    { cookie: 'a='.repeat(3000) },
  ],
];

function bodyOf(
  random: Random,
  payload: object,
): { readonly idea: string; readonly bytes: Buffer } {
  const way = random.below(100);
  if (way < 20) return { idea: 'as it is', bytes: Buffer.from(JSON.stringify(payload)) };
  if (way < 70)
    return { idea: 'changed', bytes: Buffer.from(jsonOf(random, oddCopy(random, payload))) };
  if (way < 78)
    return { idea: 'another value', bytes: Buffer.from(jsonOf(random, oddValue(random))) };
  if (way < 82) {
    const bytes = random.pick([LONGEST - 300_000, LONGEST + 1, LONGEST + 300_000]);
    return {
      idea: 'huge',
      bytes: Buffer.from(JSON.stringify({ ...payload, more: 'x'.repeat(bytes) })),
    };
  }
  return oddText(random, JSON.stringify(payload));
}
