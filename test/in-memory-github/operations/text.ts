import { Refusal } from '../server/refusal.ts';
import { type Account, authorOf, type Caller } from '../state/caller.ts';
import { type Repository, roleOf } from '../state/repository.ts';

const LONGEST = 65_536;

/** A body that GitHub takes. @throws Refusal 422 for one that is empty or too long. */
export function checkedBody(resource: string, body: string): string {
  const message =
    [...body].length > LONGEST
      ? `body is too long (maximum is ${LONGEST} characters)`
      : body.trim() === '' && "body can't be blank";
  if (message === false) return body;
  const errors = [{ resource, code: 'unprocessable', field: 'data', message }];
  throw new Refusal(422, 'Validation Failed', { errors });
}

/** The account that signs. @throws Refusal 401 for a stranger. */
export function author(caller: Caller): Account {
  const account = authorOf(caller);
  if (account === undefined) throw new Refusal(401, 'Requires authentication');
  return account;
}

/** What somebody is to a repository, as GitHub says it beside whatever they write. */
export function association(repository: Repository, { login, type }: Account): string {
  if (repository.owner.login === login) return 'OWNER';
  if (type === 'Bot') return 'NONE';
  const role = roleOf(repository, login);
  return repository.collaborators.has(login.toLowerCase()) && role !== 'none'
    ? 'COLLABORATOR'
    : 'NONE';
}

/** @throws Refusal 403 when an app writes workflows without the permission for these */
export function requireWorkflows(caller: Caller, path: string): void {
  if (caller.kind !== 'installation' || !path.startsWith('.github/workflows/')) return;
  if (caller.token.permissions['workflows'] === 'write') return;
  throw new Refusal(403, 'Resource not accessible by integration');
}

/** @throws Refusal 403 when somebody changes what others wrote, and may not. */
export function requireAuthor(repository: Repository, caller: Caller, wrote: Account): void {
  const account = author(caller);
  const strong = ['write', 'maintain', 'admin'].includes(roleOf(repository, account.login));
  if (account.id !== wrote.id && !strong) throw new Refusal(403, 'Forbidden');
}
