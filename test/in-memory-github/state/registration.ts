import type { App } from './caller.ts';

/** An app that was registered from a manifest, until its code is exchanged for what only it may know. */
export interface Registration {
  readonly app: App;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
  /** PEM, PKCS #1, as GitHub gives it. */
  readonly pem: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}
