import { verify } from 'node:crypto';
import * as z from 'zod';
import type { App } from '../state/caller.ts';
import type { World } from '../state/world.ts';
import { Refusal } from './refusal.ts';

const Header = z.object({ alg: z.literal('RS256') });
const Claims = z.object({
  iss: z.union([z.string(), z.number()]),
  iat: z.number(),
  exp: z.number(),
});

/** GitHub takes no token that is good for longer. */
const LONGEST_SECONDS = 600;
/** How far the clocks of two machines may be apart. */
const SKEW_SECONDS = 60;

/**
 * The app that signed a JSON web token with its private key; undefined for other text.
 * @throws Refusal 401 for a token that is over, good for too long, or not signed by that app.
 */
export function appOfJwt(world: World, token: string): App | undefined {
  const parts = token.split('.');
  const [header = '', claims = '', signature = ''] = parts;
  if (parts.length !== 3 || !Header.safeParse(decoded(header)).success) return undefined;
  const { success, data } = Claims.safeParse(decoded(claims));
  if (!success) throw new Refusal(401, 'A JSON web token could not be decoded');
  const app = world.apps.get(Number(data.iss));
  if (app?.publicKey === undefined) throw new Refusal(401, 'Integration not found');
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify('sha256', signed, app.publicKey, Buffer.from(signature, 'base64url'))) {
    throw new Refusal(401, 'A JSON web token could not be decoded');
  }
  const now = world.now() / 1000;
  if (data.iat > now + SKEW_SECONDS) throw claim('Issued at', 'iat', 'must be in the past');
  if (data.exp <= now) throw claim('Expiration time', 'exp', 'must be in the future');
  if (data.exp - now > LONGEST_SECONDS) {
    throw claim('Expiration time', 'exp', 'is too far in the future');
  }
  return app;
}

function claim(name: string, short: string, problem: string): Refusal {
  return new Refusal(401, `'${name}' claim ('${short}') ${problem}`);
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
