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

/** Goes from the App to GitHub's page of a sign-in. */
export async function beginSignIn(browser: Browser, app: string): Promise<URL> {
  const led = await browser.open(`${app}/overview/sign-in`);
  return new URL(led.headers.get('location') ?? '');
}

/** Lets the App in on GitHub's page; returns where GitHub sends the browser back to. */
export async function chooseUser(page: URL, login: string): Promise<string> {
  const body = new URLSearchParams(page.search);
  body.set('login', login);
  const url = `${page.origin}${page.pathname}`;
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** A browser whose user has signed in. @param app where the App is, without a slash at the end */
export async function signedInBrowser(app: string, login: string): Promise<Browser> {
  const browser = openBrowser(app);
  await browser.open(await chooseUser(await beginSignIn(browser, app), login));
  return browser;
}
