'use strict';
(() => {
  const rows = [...document.querySelectorAll('details.row')];
  const lists = [...document.querySelectorAll('section.list')];
  const form = document.querySelector('form.filter');
  if (!form || rows.length === 0) return;
  const fields = ['q', 'f', 'o', 'i', 'l', 'r', 'c'];
  const field = (name) => form.elements.namedItem(name);
  const output = form.querySelector('output');
  const toggle = form.querySelector('.toggle');

  // What a row can be found by. An answer is by:operation:result.
  const facts = rows.map((row) => ({
    row,
    f: row.dataset.f,
    l: row.dataset.l.split(' '),
    c: row.dataset.c.split(' '),
    answers: row.dataset.r.split(' ').filter(Boolean).map((answer) => answer.split(':')),
    text: null,
  }));
  const disagree = (answers) => {
    const first = new Map();
    return answers.some(([, op, result]) => {
      if (!first.has(op)) first.set(op, result);
      return first.get(op) !== result;
    });
  };
  const calm = new Set(['pass', 'valid', 'unsupported', 'skipped', 'not-run', 'harness-error']);
  const special = {
    '*failed': (result) => !calm.has(result),
    '*not-pass': (result) => result !== 'pass' && result !== 'valid',
  };

  // Choices, in the order of the page; a choice of one is none.
  const offer = (name, values, named) => {
    const distinct = [...new Set(values)].filter(Boolean);
    const select = field(name);
    select.parentElement.hidden = distinct.length < 2;
    for (const value of distinct) select.add(new Option(named ? named(value) : value, value));
  };
  const order = ['MUST', 'SHOULD', 'DECISION', 'LIMIT'];
  const names = new Map([...document.querySelectorAll('.judged li')].flatMap((li) => {
    const key = li.querySelector('.key');
    return key ? [[key.textContent, `${key.textContent} ${li.querySelector('b').textContent}`]] : [];
  }));
  const answers = facts.flatMap((fact) => fact.answers);
  offer('f', facts.map((fact) => fact.f));
  offer('o', answers.map(([, op]) => op));
  offer('i', answers.map(([by]) => by), (by) => names.get(by) ?? by);
  offer('l', facts.flatMap((fact) => fact.l).sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  offer('c', facts.flatMap((fact) => fact.c).sort());
  offer('r', answers.map(([, , result]) => result));
  const extra = [['anything failing', '*failed'], ['anything but a pass', '*not-pass']];
  if (names.size > 1) extra.push(['disagreement', '*disagree']);
  for (const [label, value] of extra.reverse()) field('r').add(new Option(label, value), 1);

  const matches = (fact, want) => {
    if (want.f && fact.f !== want.f) return false;
    if (want.l && !fact.l.includes(want.l)) return false;
    if (want.c && !fact.c.includes(want.c)) return false;
    if (want.r || want.o || want.i) {
      const mine = fact.answers.filter(([by, op]) => (!want.o || op === want.o) && (!want.i || by === want.i));
      if (want.r === '*disagree') {
        if (!disagree(mine)) return false;
      } else if (!mine.some(([, , result]) => !want.r || (special[want.r] ?? ((r) => r === want.r))(result))) {
        return false;
      }
    }
    if (want.q) {
      fact.text ??= fact.row.textContent.toLowerCase();
      return want.q.toLowerCase().split(/\s+/).every((word) => fact.text.includes(word));
    }
    return true;
  };

  const apply = () => {
    const want = Object.fromEntries(fields.map((name) => [name, field(name).value.trim()]));
    let shown = 0;
    for (const fact of facts) {
      const show = matches(fact, want);
      fact.row.hidden = !show;
      shown += show;
    }
    for (const list of lists) {
      const here = [...list.querySelectorAll('details.row')];
      const left = here.filter((row) => !row.hidden).length;
      const count = list.querySelector('.shown');
      count.dataset.all ??= count.textContent;
      count.textContent = left === here.length ? count.dataset.all : `${left} of ${count.dataset.all}`;
      list.hidden = left === 0;
    }
    output.textContent = shown === facts.length ? `${shown} shown` : `${shown} of ${facts.length} shown`;
    return want;
  };

  // The filter stands in the address (#?r=crash), so that a view can be shared like a vector (#id).
  const remember = () => {
    const query = new URLSearchParams(Object.entries(apply()).filter(([, value]) => value));
    try {
      history.replaceState(null, '', query.size ? `#?${query}` : '#');
    } catch { /* an address that cannot be changed is no reason not to filter */ }
  };
  const open = (id) => {
    const row = document.getElementById(id)?.closest('details.row');
    if (!row) return;
    if (row.hidden) {
      form.reset();
      apply();
    }
    row.open = true;
    row.scrollIntoView({block: 'start'});
    row.querySelector('summary').focus({preventScroll: true});
  };
  const follow = () => {
    const hash = location.hash.slice(1);
    if (!hash.startsWith('?')) return hash ? open(hash) : apply();
    const query = new URLSearchParams(hash.slice(1));
    for (const name of fields) field(name).value = query.get(name) ?? '';
    apply();
    form.scrollIntoView();
  };

  let waiting = 0;
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(remember, 120);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(remember));
  toggle.addEventListener('click', () => {
    const close = toggle.textContent === 'Close all';
    for (const row of rows) if (!row.hidden) row.open = !close;
    toggle.textContent = close ? 'Open all' : 'Close all';
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === '/') {
      event.preventDefault();
      field('q').focus();
    } else if (event.key === 'j' || event.key === 'k') {
      const visible = rows.filter((row) => !row.hidden);
      const at = visible.indexOf(document.activeElement.closest('details.row'));
      const next = visible[event.key === 'j' ? at + 1 : Math.max(at, 1) - 1];
      next?.querySelector('summary').focus();
    }
  });
  window.addEventListener('hashchange', follow);
  form.hidden = false;
  apply();
  follow();
})();
