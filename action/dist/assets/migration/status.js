// The script of a migration's page: theme, filter, and a look at the function that an address names.
(() => {
  'use strict';
  // biome-ignore lint/correctness/noUnusedVariables: the theme uses it
  const root = document.documentElement;
  // include page/theme.js

  const form = document.querySelector('.filter');
  const items = [...document.querySelectorAll('.function')];
  const applyFilter = () => {
    const fields = new FormData(form);
    const words = fields.get('text').toLowerCase().split(/\s+/).filter(Boolean);
    const states = new Set(fields.getAll('state'));
    let shown = 0;
    for (const item of items) {
      const text = item.textContent.toLowerCase();
      item.hidden = !states.has(item.dataset.state) || !words.every((word) => text.includes(word));
      if (!item.hidden) shown++;
    }
    // biome-ignore format: pages have these bytes
    form.elements.namedItem('count').value = shown === items.length
      ? shown + ' shown'
      : shown + ' of ' + items.length + ' shown';
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', applyFilter);
  form.reset();
  applyFilter();

  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null || !target.matches('.function')) return;
    target.hidden = false;
    target.querySelector('details').open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  if (location.hash.length > 1) reveal();
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('main details')) details.open = true;
  });
})();
