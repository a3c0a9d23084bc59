import { categoryAnchor } from '../../rules/category-heading.ts';
import { RULES } from '../../rules/index.ts';
import { PROJECT_ADDRESS } from '../../workspace/project-address.ts';

const RULES_PAGE = `${PROJECT_ADDRESS}/blob/main/docs/rules.md`;

const PAGES: ReadonlyMap<string, string> = new Map(
  RULES.map(({ id, category }) => [id, `${RULES_PAGE}#${categoryAnchor(category)}`]),
);

/** The address of the page that lists a rule; undefined for one of a package, or of another scanner. */
export function rulePage(id: string): string | undefined {
  return PAGES.get(id);
}
