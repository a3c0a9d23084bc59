// The script of the report: filter, sort, keys and theme. The page is complete without it. It
// touches each finding once per change of the filter, and reads no text twice.
(() => {
  'use strict';
  // biome-ignore lint/correctness/noUnusedVariables: the theme uses it
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // include page/theme.js

  const form = document.querySelector('.filter');
  const lists = all('ol.findings').map((list) => ({
    list,
    number: list.closest('.group').querySelector('h2 .number'),
    items: all(':scope > .finding', list),
  }));
  const findings = lists.flatMap((entry) => entry.items);
  let texts;
  const textOf = (index) => {
    texts ??= findings.map((item) => item.textContent.toLowerCase());
    return texts[index];
  };

  const applyFilter = () => {
    const fields = new FormData(form);
    const words = fields.get('text').toLowerCase().split(/\s+/).filter(Boolean);
    const severities = new Set(fields.getAll('severity'));
    const category = fields.get('category');
    const file = fields.get('file');
    const onlyNew = fields.has('new');
    let shown = 0;
    let index = 0;
    for (const { items, number } of lists) {
      let here = 0;
      for (const item of items) {
        const data = item.dataset;
        const at = index++;
        // biome-ignore format: pages have these bytes
        const visible = severities.has(data.severity)
          && (category === '' || data.category === category)
          && (file === '' || data.file === file)
          && (!onlyNew || data.new === '1')
          && words.every((word) => textOf(at).includes(word));
        if (item.hidden === visible) item.hidden = !visible;
        if (visible) here++;
      }
      number.textContent = here === items.length ? here : here + ' of ' + items.length;
      shown += here;
    }
    // biome-ignore format: pages have these bytes
    form.elements.namedItem('count').value = shown === findings.length
      ? shown + ' shown'
      : shown + ' of ' + findings.length + ' shown';
  };

  // biome-ignore format: pages have these bytes
  const compare = {
    score: (a, b) => b.dataset.score - a.dataset.score || byId(a, b),
    file: (a, b) => a.dataset.file - b.dataset.file || a.dataset.line - b.dataset.line || byId(a, b),
    category: (a, b) => (a.dataset.category < b.dataset.category ? -1 : a.dataset.category > b.dataset.category ? 1 : 0)
      || b.dataset.score - a.dataset.score || byId(a, b),
  };
  const byId = (a, b) => a.id.slice(8) - b.id.slice(8);
  const applySort = () => {
    // biome-ignore format: pages have these bytes
    for (const { list, items } of lists) list.append(...items.toSorted(compare[form.elements.namedItem('sort').value]));
  };

  if (form) {
    let scheduled = 0;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', (event) => {
      if (event.target.name === 'sort') return applySort();
      cancelAnimationFrame(scheduled);
      scheduled = requestAnimationFrame(applyFilter);
    });
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target.name === 'text') {
        event.preventDefault();
        move(null, 1);
      }
    });
    form.reset();
    applyFilter();
  }

  // biome-ignore format: pages have these bytes
  const summaries = () => all('.finding:not([hidden]) > details > summary')
    .filter((summary) => summary.checkVisibility());
  const move = (from, step) => {
    const open = summaries();
    const at = from === null ? -1 : open.indexOf(from);
    const next = open[at === -1 ? (step > 0 ? 0 : open.length - 1) : at + step];
    if (next === undefined) return;
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  };
  const shortcuts = document.querySelector('[name=shortcuts]');
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches('input:not([type=checkbox]), select, textarea');
    if (event.key === 'Escape' && event.target.name === 'text') {
      event.target.blur();
      return;
    }
    if (typing) return;
    const current = event.target.closest('.finding')?.querySelector('summary') ?? null;
    const arrow = event.target === current && current !== null;
    const singleKeys = shortcuts.checked;
    let handled = true;
    // biome-ignore format: pages have these bytes
    if (singleKeys && event.key === '/' && form) {
      form.elements.namedItem('text').focus();
      form.elements.namedItem('text').select();
    } else if ((singleKeys && event.key === 'j') || (arrow && event.key === 'ArrowDown')) move(current, 1);
    else if ((singleKeys && event.key === 'k') || (arrow && event.key === 'ArrowUp')) move(current, -1);
    else handled = false;
    if (handled) event.preventDefault();
  });

  // biome-ignore format: pages have these bytes
  document.addEventListener('toggle', (event) => {
    const { target } = event;
    if (!target.open || !target.matches('.about') || target.dataset.filled) return;
    const help = document.getElementById(target.dataset.rule);
    if (help === null) return;
    target.dataset.filled = 'true';
    target.querySelector('.help').replaceChildren(...[...help.childNodes].map((node) => node.cloneNode(true)));
  }, true);

  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null) return;
    target.hidden = false;
    // biome-ignore format: pages have these bytes
    for (let node = target; node !== null; node = node.parentElement) if (node.matches('details')) node.open = true;
    const own = target.matches('.finding') ? target.querySelector('details') : null;
    if (own) own.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  if (location.hash.length > 1) reveal();

  addEventListener('beforeprint', () => {
    for (const details of all('main details:not(.about)')) details.open = true;
  });
})();
