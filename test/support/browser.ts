/** A browser without a window: it keeps cookies, and is led on when it is told to be. */
export interface Browser {
  /** Asks for an address; nothing leads on from there. */
  open(url: string, options?: RequestInit): Promise<Response>;
  /** What it keeps, by name. */
  readonly cookies: Map<string, string>;
}

/** The hosts of the tests differ by their ports, which cookies do not: each browser is for one of them. */
export function openBrowser(origin: string): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async open(url, options = {}) {
      const headers = new Headers(options.headers);
      const isOurs = new URL(url).origin === origin;
      if (isOurs) headers.set('cookie', [...cookies].map((one) => one.join('=')).join('; '));
      const answer = await fetch(url, { ...options, headers, redirect: 'manual' });
      for (const line of isOurs ? answer.headers.getSetCookie() : []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/; Max-Age=0(?:;|$)/.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}
