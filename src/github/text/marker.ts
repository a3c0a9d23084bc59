import { createHmac, createPrivateKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/**
 * What a comment of ours can be: the first one about a finding, the body of a review, the note that
 * a finding is back, the record of what a person decided, the status of an instruction; the state of
 * a pull request of the migration, or its dashboard.
 */
const markerKinds = [
  ...(['finding', 'review', 'returned', 'triage', 'status', 'migration', 'dashboard'] as const),
] as const;

/** What is remembered in a comment; the words mean what the kind says. */
export interface Marker {
  readonly kind: (typeof markerKinds)[number];
  /** Letters, digits, `_`, `.`, `:` and `=`, at most 100 characters each, at most 3,000 of them. */
  readonly words: readonly string[];
}

/** What markers are bound to. One that is copied elsewhere is worth nothing there. */
export interface Seal {
  /** 32 bytes, see `markerKey`. */
  readonly key: Uint8Array;
  /** The repository's id, which stays when it is renamed. */
  readonly repository: number;
  /** Of the issue or pull request. */
  readonly number: number;
  /** The user id of the app's bot: markers in comments of other accounts do not count. */
  readonly author: number;
}

const markerSchema = z.object({
  kind: z.enum(markerKinds),
  words: z.array(z.string().regex(/^[\w.:=]{1,100}$/)).max(3000),
});

/** A line of its own at the end; whatever is quoted above it is no marker of this comment. */
const MARKER = /(?:^|\n)<!-- rustward ([a-z]+)((?: [\w.:=]+)*) ([0-9a-f]{64}) -->\s*$/;

/**
 * The key that markers are signed with, derived from the app's private key, so that there is no
 * further secret to keep. It is the same in whichever form (PKCS #1 or #8) the key is written.
 * @throws Error when the text is no private key
 */
export function markerKey(privateKey: string): Uint8Array {
  const bytes = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' });
  return new Uint8Array(hkdfSync('sha256', bytes, '', 'rustward marker', 32));
}

/** The marker as an HTML comment, which is not shown: the last line of a comment's body. */
export function printMarker(marker: Marker, seal: Seal): string {
  const { kind, words } = markerSchema.parse(marker);
  return `<!-- ${['rustward', kind, ...words, signature(marker, seal)].join(' ')} -->`;
}

/** The marker of a comment, where the app itself wrote it there; undefined for anything else. */
export function parseMarker(
  comment: { readonly body: string; readonly author: number | undefined },
  seal: Seal,
): Marker | undefined {
  if (comment.author !== seal.author) return undefined;
  const [, kind, words = '', signed = ''] = MARKER.exec(comment.body) ?? [];
  const parsed = markerSchema.safeParse({ kind, words: words.split(' ').slice(1) });
  if (!parsed.success) return undefined;
  const expected = signature(parsed.data, seal);
  return timingSafeEqual(Buffer.from(signed), Buffer.from(expected)) ? parsed.data : undefined;
}

function signature({ kind, words }: Marker, { key, repository, number }: Seal): string {
  const text = JSON.stringify(['rustward marker 1', repository, number, kind, words]);
  return createHmac('sha256', key).update(text).digest('hex');
}
