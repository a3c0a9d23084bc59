import { expect, test } from '@jest/globals';
import { loadAppManifest } from '../../../src/github/registration/app-manifest.ts';
import {
  answerPage,
  registrationPage,
} from '../../../src/github/registration/registration-page.ts';

const MANIFEST = loadAppManifest();

test('the page tells each permission and event, and what for', () => {
  const page = registrationPage(MANIFEST, 'https://github.test/new', '{"name":"a"}');
  for (const [name, level] of Object.entries(MANIFEST.default_permissions)) {
    expect(page).toContain(`<dt><code>${name}: ${level}</code></dt><dd>to `);
  }
  for (const name of MANIFEST.default_events) {
    expect(page).toMatch(new RegExp(`<dt><code>${name}</code></dt><dd>to \\w`));
  }
  expect(page).toContain('action="https://github.test/new"');
  expect(page).toContain('value="{&quot;name&quot;:&quot;a&quot;}"');
});

test('what is said to who comes back is text, with a link where there is one', () => {
  const page = answerPage('Done <b>', 'All & more', 'https://github.test/"x');
  expect(page).toContain('<h1>Done &lt;b&gt;</h1><p>All &amp; more</p>');
  expect(page).toContain('<a href="https://github.test/&quot;x">');
  expect(answerPage('Done', 'All')).not.toContain('<a href');
});

test('an event whose purpose is not known is told by its name alone', () => {
  const page = registrationPage({ ...MANIFEST, default_events: ['gollum'] }, 'https://a.test', '');
  expect(page).toContain('<code>gollum</code></dt><dd>to </dd>');
});
