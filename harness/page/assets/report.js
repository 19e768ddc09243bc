// Draws the map of cells: a grid of buttons for two axes; the other axes are filters. The state is
// in the URL's fragment, so that a link shows the same view.
(() => {
  const source = document.getElementById('cells');
  const menus = document.getElementById('map-menus');
  const grid = document.getElementById('map-grid');
  const list = document.getElementById('map-cells');
  if (!source || !grid) return;
  const { axes, cells } = JSON.parse(source.textContent);
  const varied = axes.map((_, i) => i).filter(i => axes[i].values.length > 1 || lacking(i));
  const any = '', none = '-';

  function lacking(axis) { return cells.some(cell => cell.values[axis] < 0); }
  function valueOf(cell, axis) { return cell.values[axis] < 0 ? none : axes[axis].values[cell.values[axis]]; }
  function valuesOf(axis) { return lacking(axis) ? [...axes[axis].values, none] : axes[axis].values; }

  function read() {
    const state = new URLSearchParams(location.hash.startsWith('#map?') ? location.hash.slice(5) : '');
    const named = key => axes.findIndex(axis => axis.name === state.get(key));
    const x = named('x'), y = named('y');
    return {
      x: x >= 0 ? x : varied[0] ?? 0,
      y: y >= 0 ? y : varied[1] ?? 0,
      filters: new Map(varied.map(i => [i, state.get('is.' + axes[i].name) ?? any])),
    };
  }

  function write(view) {
    const state = new URLSearchParams({ x: axes[view.x].name, y: axes[view.y].name });
    for (const [axis, value] of view.filters) if (value !== any) state.set('is.' + axes[axis].name, value);
    history.replaceState(null, '', '#map?' + state);
    draw(view);
  }

  function menu(label, options, chosen, choose) {
    const box = document.createElement('label');
    const select = document.createElement('select');
    box.append(label + ' ', select);
    for (const [value, text] of options) select.add(new Option(text, value, false, value === chosen));
    select.addEventListener('change', () => choose(select.value));
    menus.append(box);
  }

  function drawMenus(view) {
    menus.replaceChildren();
    const names = varied.map(i => [String(i), axes[i].name]);
    menu('columns', names, String(view.x), value => write({ ...view, x: Number(value) }));
    menu('rows', names, String(view.y), value => write({ ...view, y: Number(value) }));
    for (const axis of varied) {
      if (axis === view.x || axis === view.y) continue;
      const options = [[any, 'any'], ...valuesOf(axis).map(value => [value, value === none ? 'none' : value])];
      menu(axes[axis].name, options, view.filters.get(axis), value =>
        write({ ...view, filters: new Map(view.filters).set(axis, value) }));
    }
  }

  function isShown(cell, view) {
    return varied.every(axis => axis === view.x || axis === view.y || view.filters.get(axis) === any ||
                                valueOf(cell, axis) === view.filters.get(axis));
  }

  function square(members, where) {
    const worst = members.find(cell => cell.bad) ?? members[0];
    const bad = members.filter(cell => cell.bad).length;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = bad ? 'bad' : '';
    button.textContent = `${worst.glyph} ${bad ? bad + '/' : ''}${members.length}`;
    button.setAttribute('aria-label', `${where}: ${members.length} cells, ${bad} not as expected, worst ${worst.verdict}`);
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => show(members, button));
    return button;
  }

  function show(members, button) {
    for (const other of grid.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === button));
    const items = document.createElement('ul');
    for (const cell of members) {
      const item = document.createElement('li');
      const name = document.createElement('code');
      name.textContent = cell.id;
      const link = document.createElement(cell.anchor ? 'a' : 'span');
      if (cell.anchor) link.href = '#' + encodeURIComponent(cell.anchor);
      link.append(`${cell.glyph} ${cell.verdict} `, name);
      item.append(link);
      items.append(item);
    }
    list.replaceChildren(items);
  }

  function draw(view) {
    drawMenus(view);
    list.replaceChildren();
    const shown = cells.filter(cell => isShown(cell, view));
    const columns = valuesOf(view.x), rows = view.x === view.y ? [''] : valuesOf(view.y);
    const table = document.createElement('table');
    const head = table.insertRow();
    head.append(document.createElement('th'));
    for (const column of columns) {
      const th = document.createElement('th');
      th.textContent = column === none ? 'none' : column;
      head.append(th);
    }
    for (const row of rows) {
      const line = table.insertRow();
      const th = document.createElement('th');
      th.textContent = row === none ? 'none' : row;
      line.append(th);
      for (const column of columns) {
        const members = shown.filter(cell => valueOf(cell, view.x) === column &&
                                             (view.x === view.y || valueOf(cell, view.y) === row));
        const place = line.insertCell();
        if (members.length) place.append(square(members, `${axes[view.x].name} ${column}, ${axes[view.y].name} ${row}`));
      }
    }
    grid.replaceChildren(table);
    // One button is in the tab order; the arrow keys move between buttons.
    grid.querySelectorAll('button').forEach((button, i) => { button.tabIndex = i ? -1 : 0; });
  }

  const moves = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
  grid.addEventListener('keydown', event => {
    const move = moves[event.key], from = event.target.closest('td');
    if (!move || !from) return;
    event.preventDefault();
    const rows = grid.querySelector('table').rows;
    let row = from.parentElement.rowIndex, column = from.cellIndex;
    for (;;) {
      row += move[0];
      column += move[1];
      const place = rows[row]?.cells[column];
      if (!place || row < 1 || column < 1) return;
      const button = place.querySelector('button');
      if (!button) continue;
      event.target.tabIndex = -1;
      button.tabIndex = 0;
      button.focus();
      return;
    }
  });
  addEventListener('hashchange', () => { if (location.hash.startsWith('#map?')) draw(read()); });
  draw(read());
})();
