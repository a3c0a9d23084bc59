import type { CrateItem } from '../crate/item-changes.ts';
import { modulePath } from '../crate/module-plan.ts';
import { CANNOT_BE_DONE } from '../transpile/step-failure.ts';
import type { CompletionContext } from './completion-values.ts';

/** What a function of a given interface has to do with those of the C, as its name tells. */
export type Standing =
  /** It stands for none of them, or for one that is migrated already. */
  | { readonly kind: 'beside' }
  /** For one that cannot be compared under this interface, as a second reader agreed. */
  | { readonly kind: 'instead'; readonly c: string }
  /** For one that was not migrated for another reason. */
  | { readonly kind: 'open'; readonly c: string };

/** How a function without a body stands to the functions of the C that were not migrated. */
export function standingOf(
  item: CrateItem,
  { steps, mapped, blocked }: Pick<CompletionContext, 'steps' | 'mapped' | 'blocked'>,
): Standing {
  const done = new Set(mapped.map(({ c_qname }) => c_qname));
  const open = steps
    .flatMap((step) => step.functions.map(({ name }) => name))
    .filter((name) => !done.has(name));
  const c = open.find((name) => isNamedAfter(item, name));
  if (c === undefined) return { kind: 'beside' };
  const reason = blocked.find(({ functions }) => functions.includes(c))?.reason;
  return reason?.startsWith(CANNOT_BE_DONE) === true ? { kind: 'instead', c } : { kind: 'open', c };
}

/**
 * Whether a Rust function has the name of one of the C: `vec_insert_` is `insert`, `Vec::insert` or
 * `vec_insert`; what stands before the name has to be that of its type or module, or begin so.
 */
function isNamedAfter({ file, path, item }: CrateItem, c: string): boolean {
  const block = path.split(' > ').at(-2) ?? '';
  const owner = /^impl\b(?:<[^>]*>)?\s*(?:.*\bfor\s+)?&?\s*(\w+)/.exec(block)?.[1] ?? '';
  const homes = [owner, ...modulePath(file)].filter((home) => home !== '').map(plain);
  const [name, whole] = [plain(item.name), plain(c.replace(/^.*:/, ''))];
  if (name === whole) return true;
  if (!whole.endsWith(name)) return false;
  const before = whole.slice(0, whole.length - name.length);
  return homes.some((home) => home.startsWith(before) || before.startsWith(home));
}

function plain(name: string): string {
  return name.replaceAll('_', '').replace(/^r#/, '').toLowerCase();
}
