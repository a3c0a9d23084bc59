import type { Category } from './classification.ts';

const TITLES: Readonly<Record<Category, string>> = {
  bounds: 'Bounds of memory',
  memory: 'Lifetime of memory and null pointers',
  integer: 'Integers',
  error_handling: 'Error handling',
  concurrency: 'Threads and locks',
  input: 'Untrusted input',
  crypto: 'Cryptography and secrets',
  permissions: 'Permissions',
  resource: 'Resources',
  cpp: 'C++ only',
  unsafe_rust: 'Unsafe Rust',
  ffi: 'Foreign functions',
  other: 'Other',
};

/** The heading of a category in docs/rules.md, in Markdown. */
export function categoryHeading(category: Category): string {
  return `${TITLES[category]} (\`${category}\`)`;
}

/** The anchor that GitHub gives the heading of a category in docs/rules.md. */
export function categoryAnchor(category: Category): string {
  return categoryHeading(category)
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
