import type { Answer } from '../server/operation.ts';

/** One page of a list, with the links to the others that clients follow. */
export function paged(
  url: URL,
  query: { readonly per_page?: number | undefined; readonly page?: number | undefined },
  items: readonly unknown[],
  wrap: (items: readonly unknown[]) => unknown = (some) => some,
): Answer {
  const size = Math.min(Math.max(query.per_page ?? 30, 1), 100);
  const page = Math.max(query.page ?? 1, 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (number: number, name: string) => {
    const target = new URL(url);
    target.searchParams.set('page', `${number}`);
    return `<${target.href}>; rel="${name}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev'), link(1, 'first')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
  ];
  return {
    status: 200,
    body: wrap(items.slice((page - 1) * size, page * size)),
    ...(links.length > 0 && { headers: { link: links.join(', ') } }),
  };
}
