import { PROJECT_ADDRESS } from '../workspace/project-address.ts';
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

/** The address of the part of docs/rules.md that lists the rules of a category. */
export function rulePage(category: Category): string {
  return `${PROJECT_ADDRESS}/blob/main/docs/rules.md#${anchorOf(categoryHeading(category))}`;
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
