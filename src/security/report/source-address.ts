import type { Report } from './report.ts';
import { repositoryAddress } from './repository-address.ts';

interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** The web address of a line, as far as it is known. */
export type SourceAddress = (place: SourcePlace) => string | undefined;

/**
 * Where the lines of a report can be read: in the commit that was examined, on the web pages of a GitHub or a GitLab,
 * which are told by the name of the host. Undefined for other hosts, whose addresses have other forms, and for files
 * that are not as in the commit, since their lines are others.
 */
export function sourceAddress({ revision }: Pick<Report, 'revision'>): SourceAddress {
  const repository = webAddress(repositoryAddress(revision?.repository ?? ''));
  if (revision === undefined || repository === undefined) return () => undefined;
  const { commit, folder, modified = [] } = revision;
  const differing = new Set(modified);
  return ({ file, line }) => {
    // Such a part would lead to pages of others.
    const leadsAway = file.split('/').some((part) => /^\.{0,2}$/.test(part));
    if (leadsAway || differing.has(file)) return undefined;
    const path = folder === undefined ? file : `${folder}/${file}`;
    const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/');
    return `${repository}/${commit}/${encoded}#L${line}`;
  };
}

/** The address before the commit of a file's page. */
function webAddress(remote: string | undefined): string | undefined {
  const url = remote === undefined ? null : URL.parse(remote);
  if (url === null || url.protocol === 'git:') return undefined;
  const pages = pagesOf(url.hostname);
  if (pages === undefined) return undefined;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  // The port of SSH is not that of the web pages.
  const origin = isWeb ? url.origin : `https://${url.hostname}`;
  return `${origin}${url.pathname.replace(/\/*$/, '').replace(/\.git$/, '')}/${pages}`;
}

function pagesOf(host: string): string | undefined {
  const labels = host.split('.');
  if (labels.includes('github')) return 'blob';
  return labels.includes('gitlab') ? '-/blob' : undefined;
}
