import { checksLink, repositoryLinks } from './links.ts';
import { nameOf, type OverviewRow } from './rows.ts';

/** What the overview shows, for programs. @param isCut whether there are more repositories */
export function overviewJson(
  rows: readonly OverviewRow[],
  serverUrl: string,
  isCut: boolean,
): string {
  const repositories = rows.map(({ repository, open, past }) => {
    const links = repositoryLinks(serverUrl, repository);
    const reviews = past.map((review) => {
      const { place: _, at, ...counts } = review;
      const url = checksLink(serverUrl, repository, review);
      return { ...counts, at: at.toISOString(), url };
    });
    return {
      ...{ id: repository.id, name: nameOf(repository), private: repository.isPrivate },
      ...{ url: links.page, code_scanning_url: links.codeScanning, open, reviews },
    };
  });
  return `${JSON.stringify({ version: 1, complete: !isCut, repositories })}\n`;
}
