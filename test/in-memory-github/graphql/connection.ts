import { GraphQLError } from 'graphql';

/** How a list is asked for: from one end, past a cursor. */
export interface Pages {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

const MOST = 100;

/** A part of a list, with what it takes to ask for the next. @throws GraphQLError as GitHub's */
export function connection<T>(name: string, items: readonly T[], pages: Pages) {
  const { first, last } = pages;
  if (first == null && last == null) {
    throw refused(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    );
  }
  for (const [side, count] of Object.entries({ first, last })) {
    if (count == null || count <= MOST) continue;
    throw refused(
      'EXCESSIVE_PAGINATION',
      `Requesting ${count} records on the \`${name}\` connection exceeds the \`${side}\` limit of ${MOST} records.`,
    );
  }
  let start = pages.after == null ? 0 : position(pages.after) + 1;
  let end = pages.before == null ? items.length : position(pages.before);
  if (first != null) end = Math.min(end, start + first);
  if (last != null) start = Math.max(start, end - last);
  const nodes = items.slice(start, end);
  return {
    ...{ nodes, totalCount: items.length },
    edges: nodes.map((node, index) => ({ node, cursor: cursor(start + index) })),
    pageInfo: {
      ...{ hasPreviousPage: start > 0, hasNextPage: end < items.length },
      startCursor: nodes.length > 0 ? cursor(start) : null,
      endCursor: nodes.length > 0 ? cursor(start + nodes.length - 1) : null,
    },
  };
}

function cursor(index: number): string {
  return Buffer.from(`cursor:${index}`).toString('base64');
}

function position(text: string): number {
  const [, digits] = /^cursor:(\d+)$/.exec(Buffer.from(text, 'base64').toString()) ?? [];
  if (digits !== undefined) return Number(digits);
  throw refused('INVALID_CURSOR_ARGUMENTS', `\`${text}\` does not appear to be a valid cursor.`);
}

function refused(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}
