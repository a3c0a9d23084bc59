/** A person, an organisation, or the bot of an app. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Organization' | 'Bot';
}

export interface App {
  readonly id: number;
  readonly slug: string;
  readonly bot: Account;
  /** Who registered it; where that is unknown, it has itself. */
  readonly owner?: Account;
  /** Of the key that signs its JSON web tokens; Actions has none that anybody could use. */
  readonly publicKey: string | undefined;
  readonly permissions: Permissions;
}

/** An app as it asks users who they are. */
export interface OAuthClient {
  readonly app: App;
  readonly clientId: string;
  readonly secret: string;
  /** Where users may be sent back to; the first where a request names none. */
  readonly callbacks: readonly string[];
}

/** An app on some repositories of an account. */
export interface Installation {
  readonly id: number;
  readonly app: App;
  readonly account: Account;
  readonly repositories: ReadonlySet<number>;
  readonly permissions: Permissions;
  readonly created: string;
}

export type Permissions = Readonly<Record<string, string | undefined>>;

interface UserToken {
  readonly kind: 'user';
  readonly user: Account;
  /** The app that the user let in, where the token is one of those. */
  readonly app?: App;
  /** Milliseconds since 1970; a token that a person made is good for ever. */
  readonly expires?: number;
}

interface InstallationToken {
  readonly kind: 'installation';
  readonly app: App;
  /** The id of what it was made for; none for the token of Actions. */
  readonly installation: number | undefined;
  /** The ids of the repositories it reaches. */
  readonly repositories: ReadonlySet<number>;
  readonly permissions: Permissions;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export type Token = UserToken | InstallationToken;

/** Who sends a request. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: Account; readonly app?: App }
  | { readonly kind: 'app'; readonly app: App }
  | { readonly kind: 'client'; readonly app: App; readonly client: OAuthClient }
  | { readonly kind: 'installation'; readonly app: App; readonly token: InstallationToken };

/** The account that what a caller writes is signed with; undefined for strangers. */
export function authorOf(caller: Caller): Account | undefined {
  if (caller.kind === 'anonymous') return undefined;
  return caller.kind === 'user' ? caller.user : caller.app.bot;
}
