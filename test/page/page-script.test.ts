import { expect, test } from '@jest/globals';
import { pageScript } from '../../src/page/page-script.ts';

test.each(['report/report.js', 'migration/status.js'] as const)(
  '%s has the theme, and no comment',
  (name) => {
    const script = pageScript(name);
    expect(script).toContain("\n  const themeButton = document.querySelector('.theme');\n");
    expect(script).not.toMatch(/^ *\/\//m);
    expect(script).toMatch(/^\(\(\) => \{\n {2}'use strict';\n[\s\S]*\n\}\)\(\);$/);
  },
);
