'use strict';
(() => {
  // Opens the entry that an address names, where the browser does not do so by itself.
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const entry = target?.closest('details');
    if (!entry || entry.open) return;
    entry.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', follow);
  follow();

  const form = document.querySelector('form.search');
  if (!form) return;
  const field = form.querySelector('input');
  const output = form.querySelector('output');
  const entries = [...document.querySelectorAll('[data-find]')];
  const lists = [...document.querySelectorAll('[data-list]')];
  let texts;

  const apply = () => {
    texts ??= entries.map((entry) => entry.textContent.toLowerCase());
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    entries.forEach((entry, i) => {
      entry.hidden = !words.every((word) => texts[i].includes(word));
      shown += !entry.hidden;
    });
    for (const list of lists) list.hidden = !list.querySelector('[data-find]:not([hidden])');
    output.textContent = words.length ? `${shown} of ${entries.length}` : '';
  };
  field.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    event.preventDefault();
    field.focus();
  });
  form.hidden = false;
  if (field.value) apply();  // a browser that goes back restores the field
})();
