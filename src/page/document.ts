import { createHash } from 'node:crypto';
import { escapeHtml } from './html-text.ts';

export interface PageParts {
  readonly title: string;
  readonly style: string;
  /** The page is complete without it. */
  readonly script: string;
  /** What is laid over `style` where no script runs. */
  readonly styleWithoutScript: string;
  /** HTML. */
  readonly body: string;
  /** Where its forms may be sent to, as the policy names it; nowhere by default. */
  readonly formAction?: string;
}

/**
 * A page that needs nothing else: no network, no font, no image. The policy in its head admits this
 * style and this script only, by their hashes, so that a name from a repository that got past the
 * escaping would still not run.
 */
export function htmlDocument({
  title,
  style,
  script,
  styleWithoutScript,
  body,
  formAction = "'none'",
}: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)} ${hashOf(styleWithoutScript)}`,
    "base-uri 'none'",
    `form-action ${formAction}`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<noscript><style>${styleWithoutScript}</style></noscript>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
