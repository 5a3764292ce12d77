// Tables and sheets: cells to edit, heads to sort by, rows that are placed or recycled.
import { click, doubleClick, modulePageOf, pageOf, press, read, scroll, type, typeOn } from './page.mjs';

const goods = `const goods = [{ id: 1, name: 'Chair', price: 40 }, { id: 2, name: 'Lamp', price: 25 }, { id: 3, name: 'Desk', price: 120 }, { id: 4, name: 'Shelf', price: 75 }];`;

const agGrid = (title, options) =>
  pageOf({
    title,
    body: '<div id="place" style="height:320px;width:700px"></div>',
    scripts: ['ag-grid-community/dist/ag-grid-community.min.js'],
    script: `${goods}
window.grid = agGrid.createGrid(place, { rowData: goods, getRowId: ({ data }) => String(data.id), ${options} });`,
  });

const tabulator = (title, options, data = goods) =>
  pageOf({
    title,
    styles: ['tabulator-tables/dist/css/tabulator.min.css'],
    body: '<div id="place" style="width:700px"></div><p id="said"></p>',
    scripts: ['tabulator-tables/dist/js/tabulator.min.js'],
    script: `${data}
window.table = new Tabulator('#place', { data: goods, height: 300, layout: 'fitColumns', ${options} });`,
  });

export const grids = [
  {
    name: 'ag-grid: edit a cell',
    page: agGrid('Prices', `columnDefs: [{ field: 'name' }, { field: 'price', editable: true }]`),
    task: 'Change the price of "Lamp" from 25 to 12',
    acts: [doubleClick('gridcell', '25'), press('Control+A'), typeOn('12'), press('Enter')],
    before: `grid.getRowNode('2').data.price === 25`,
    done: `Number(grid.getRowNode('2').data.price) === 12 && goods[0].price === 40`,
  },
  {
    name: 'ag-grid: sort and read the first row',
    page: agGrid(
      'Prices',
      `columnDefs: [{ field: 'name' }, { field: 'price', sortable: true }], onRowClicked: ({ data }) => { window.pressed = data.name; }`,
    ),
    task: 'Sort by price, the dearest first, and press the first row',
    acts: [click('columnheader', 'Price'), click('columnheader', 'Price'), click('gridcell', 'Desk')],
    before: `grid.getDisplayedRowAtIndex(0).data.name === 'Chair' && window.pressed === undefined`,
    done: `grid.getDisplayedRowAtIndex(0).data.name === 'Desk' && window.pressed === 'Desk'`,
  },
  {
    name: 'ag-grid: select rows by checkboxes',
    page: agGrid('Prices', `columnDefs: [{ field: 'name' }, { field: 'price' }], rowSelection: { mode: 'multiRow' }`),
    task: 'Tick the rows of the chair and of the desk',
    acts: [
      click('checkbox', undefined, { within: { role: 'row', name: 'Chair' } }),
      click('checkbox', undefined, { within: { role: 'row', name: 'Desk' } }),
    ],
    before: `grid.getSelectedRows().length === 0`,
    done: `grid.getSelectedRows().map((row) => row.name).sort().join() === 'Chair,Desk'`,
  },
  {
    name: 'ag-grid: a row far below among 2,000',
    page: pageOf({
      title: 'Orders',
      body: '<div id="place" style="height:360px;width:500px"></div>',
      scripts: ['ag-grid-community/dist/ag-grid-community.min.js'],
      script: `const rows = Array.from({ length: 2000 }, (_, index) => ({ order: 'Order ' + index }));
window.grid = agGrid.createGrid(place, { rowData: rows, columnDefs: [{ field: 'order' }], onCellClicked: ({ value }) => { window.pressed = value; } });`,
    }),
    task: 'Press the row "Order 60"',
    acts: [scroll(2_400), click('gridcell', 'Order 60')],
    before: `window.pressed === undefined`,
    done: `window.pressed === 'Order 60'`,
    async play(page) {
      await page.locator('.ag-cell').first().hover();
      for (let turn = 0; turn < 24; turn++) await page.mouse.wheel(0, 100);
      await page.getByText('Order 60', { exact: true }).click();
    },
  },
  {
    name: 'Tabulator: edit a cell',
    page: tabulator('Stock', `columns: [{ title: 'Name', field: 'name' }, { title: 'Price', field: 'price', editor: 'number' }]`),
    task: 'Change the price of the desk from 120 to 99',
    acts: [click('gridcell', '120'), press('Control+A'), typeOn('99'), press('Enter')],
    before: `table.getData()[2].price === 120`,
    done: `table.getData()[2].price === 99`,
  },
  {
    name: 'Tabulator: filter in the head',
    page: tabulator('Stock', `columns: [{ title: 'Name', field: 'name', headerFilter: 'input' }, { title: 'Price', field: 'price' }]`),
    task: 'Show only those whose name contains "la"',
    acts: [click('searchbox', undefined), typeOn('la')],
    before: `table.getDataCount('active') === 4`,
    done: `table.getDataCount('active') === 1 && table.getData('active')[0].name === 'Lamp'`,
  },
  {
    name: 'Tabulator: delete a row by its button',
    page: tabulator(
      'Stock',
      `columns: [{ title: 'Name', field: 'name' }, { title: '', formatter: () => '<button>Remove</button>', cellClick: (event, cell) => cell.getRow().delete() }]`,
    ),
    task: 'Remove the lamp',
    acts: [click('button', 'Remove', { within: { role: 'row', name: 'Lamp' } })],
    before: `table.getData().length === 4`,
    done: `table.getData().map((row) => row.name).join() === 'Chair,Desk,Shelf'`,
  },
  {
    name: 'DataTables: search and another page',
    page: pageOf({
      title: 'People',
      body: '<table id="people"><thead><tr><th>Name</th><th>Age</th></tr></thead><tbody></tbody></table>',
      scripts: ['jquery/dist/jquery.min.js', 'datatables.net/js/jquery.dataTables.min.js'],
      script: `for (let index = 1; index <= 60; index++) $('#people tbody').append('<tr><td>Person ' + index + '</td><td>' + (20 + index) + '</td></tr>');
window.table = $('#people').DataTable(); $('#people').on('click', 'td', (event) => { window.pressed = event.target.textContent; });`,
    }),
    task: 'Go to the third page of the table and press "Person 29" there',
    acts: [click('link', '3'), click('cell', 'Person 29')],
    before: `table.page() === 0 && window.pressed === undefined`,
    done: `table.page() === 2 && window.pressed === 'Person 29'`,
  },
  {
    name: 'DataTables: sort and search',
    page: pageOf({
      title: 'Cities',
      body: '<table id="cities"><thead><tr><th>City</th><th>People</th></tr></thead><tbody><tr><td>Bonn</td><td>330</td></tr><tr><td>Berne</td><td>134</td></tr><tr><td>Ulm</td><td>128</td></tr><tr><td>Basle</td><td>173</td></tr></tbody></table>',
      scripts: ['jquery/dist/jquery.min.js', 'datatables.net/js/jquery.dataTables.min.js'],
      script: `window.table = $('#cities').DataTable({ order: [] });`,
    }),
    task: 'Search for cities with "B" and put the smallest first',
    acts: [type('searchbox', 'Search:', 'B'), click('columnheader', 'People')],
    before: `table.rows({ search: 'applied' }).count() === 4`,
    done: `table.rows({ search: 'applied' }).count() === 3 && table.rows({ search: 'applied', order: 'applied' }).data()[0][0] === 'Berne'`,
  },
  {
    name: 'Grid.js: search',
    page: pageOf({
      title: 'Staff',
      styles: ['gridjs/dist/theme/mermaid.min.css'],
      body: '<div id="place"></div>',
      scripts: ['gridjs/dist/gridjs.umd.js'],
      script: `new gridjs.Grid({ columns: ['Name', 'Room'], search: true, sort: true, data: [['Ida', '12'], ['Bo', '7'], ['Uma', '31']] }).render(place);`,
    }),
    task: 'Search the table for Uma, so that only she is left',
    acts: [type('searchbox', 'Type a keyword...', 'Uma')],
    before: `document.querySelectorAll('tbody tr').length === 3`,
    done: `document.querySelectorAll('tbody tr').length === 1 && document.querySelector('tbody').innerText.includes('31')`,
  },
  {
    name: 'tui-grid: edit a cell',
    page: pageOf({
      title: 'Songs',
      styles: ['tui-grid/dist/tui-grid.min.css'],
      body: '<div id="place" style="width:600px"></div>',
      scripts: ['tui-grid/dist/tui-grid.min.js'],
      script: `window.grid = new tui.Grid({ el: place, usageStatistics: false, data: [{ song: 'Rain', year: '1966' }, { song: 'Sun', year: '1969' }],
columns: [{ name: 'song', header: 'Song' }, { name: 'year', header: 'Year', editor: 'text' }] });`,
    }),
    task: 'Change the year of "Sun" from 1969 to 1970',
    acts: [doubleClick('cell', '1969'), press('Control+A'), typeOn('1970'), press('Enter')],
    before: `grid.getValue(1, 'year') === '1969'`,
    done: `grid.getValue(1, 'year') === '1970'`,
  },
  {
    name: 'x-data-spreadsheet: write into a drawn cell',
    page: pageOf({
      title: 'Sheet',
      styles: ['x-data-spreadsheet/dist/xspreadsheet.css'],
      body: '<div id="place"></div>',
      scripts: ['x-data-spreadsheet/dist/xspreadsheet.js'],
      script: `window.sheet = x_spreadsheet(place, { showToolbar: false, view: { height: () => 400, width: () => 700 } });`,
    }),
    task: 'Write 42 into cell B2, which is drawn and no element, and Enter',
    acts: [{ act: 'double_click', role: 'canvas', name: 'Sheet', at: { x: 0.3, y: 0.16 } }, typeOn('42'), press('Enter')],
    before: `!sheet.getData()[0].rows[1]`,
    done: `sheet.getData()[0].rows[1]?.cells[1]?.text === '42'`,
    async play(page) {
      await page.locator('.x-spreadsheet-overlayer').dblclick({ position: { x: 60 + 100 + 40, y: 25 + 25 + 12 } });
      await page.keyboard.type('42');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'TanStack Virtual: a row far below',
    page: modulePageOf({
      title: 'Log',
      body: '<div id="area" tabindex="0" style="height:300px;width:400px;overflow:auto;border:1px solid"><div id="inner" style="position:relative"></div></div>',
    }),
    script: `import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core';
const area = document.getElementById('area'), inner = document.getElementById('inner');
const rows = new Virtualizer({ count: 1000, getScrollElement: () => area, estimateSize: () => 32, overscan: 3, scrollToFn: elementScroll, observeElementRect, observeElementOffset, onChange: draw });
function draw() { inner.style.height = rows.getTotalSize() + 'px';
  inner.replaceChildren(...rows.getVirtualItems().map(({ index, start }) => { const row = document.createElement('button'); row.textContent = 'Entry ' + index;
    row.style.cssText = 'position:absolute;left:0;width:100%;height:32px;top:' + start + 'px'; row.onclick = () => { window.pressed = index; }; return row; })); }
rows._didMount(); rows._willUpdate(); draw(); window.ready = true;`,
    task: 'Press "Entry 120" in the list',
    acts: [scroll(3_700), click('button', 'Entry 120')],
    before: `window.ready && window.pressed === undefined && document.querySelectorAll('#inner button').length > 5`,
    done: `window.pressed === 120`,
  },
  {
    name: 'table: a head that stays in place',
    page: pageOf({
      title: 'Ledger',
      style:
        'th { position: sticky; top: 0; background: #eee; height: 60px } #area { height: 260px; overflow: auto; width: 420px } td { height: 34px }',
      body: '<div id="area"><table><thead><tr><th>Entry</th><th></th></tr></thead><tbody></tbody></table></div>',
      script: `for (let index = 1; index <= 60; index++) { const row = document.querySelector('tbody').insertRow(); row.insertCell().textContent = 'Entry ' + index;
const button = document.createElement('button'); button.textContent = 'Pay'; button.onclick = () => { window.paid = (window.paid ?? []).concat(index); }; row.insertCell().append(button); }`,
    }),
    task: 'Pay entry 17, and no other',
    acts: [click('button', 'Pay', { within: { role: 'row', name: 'Entry 17' } })],
    before: `window.paid === undefined`,
    done: `window.paid?.join() === '17'`,
  },
  {
    name: 'table: rows placed absolutely, out of order',
    page: pageOf({
      title: 'Ranking',
      style: '#list { position: relative; height: 200px } #list div { position: absolute; height: 40px; width: 300px }',
      body: '<div id="list" role="list"></div><p id="said"></p>',
      script: `[['Cod', 2], ['Ant', 0], ['Bee', 1], ['Doe', 3]].forEach(([name, place]) => { const row = document.createElement('div'); row.setAttribute('role', 'listitem'); row.style.top = place * 44 + 'px';
row.textContent = name + ' '; const vote = document.createElement('button'); vote.textContent = 'Vote'; vote.onclick = () => { window.voted = (window.voted ?? '') + name; }; row.append(vote); list.append(row); });`,
    }),
    task: 'Vote for the one that stands first in the list as it is seen',
    acts: [read('Ant'), click('button', 'Vote', { nth: 0 })],
    before: `window.voted === undefined`,
    done: `window.voted === 'Ant'`,
    play: (page) => page.getByRole('listitem').filter({ hasText: 'Ant' }).getByRole('button').click(),
  },
  {
    name: 'table: expandable rows',
    page: pageOf({
      title: 'Orders',
      body: `<table><tbody><tr><td><button aria-expanded="false" aria-controls="d1">Order 1</button></td></tr><tr id="d1" hidden><td><label>Note <input></label></td></tr>
<tr><td><button aria-expanded="false" aria-controls="d2">Order 2</button></td></tr><tr id="d2" hidden><td><label>Note <input></label></td></tr></tbody></table>`,
      script: `document.querySelectorAll('button').forEach((each) => { each.onclick = () => { const row = document.getElementById(each.getAttribute('aria-controls')); row.hidden = !row.hidden; each.setAttribute('aria-expanded', !row.hidden); }; });`,
    }),
    task: 'Write "fragile" as the note of order 2',
    acts: [click('button', 'Order 2'), type('textbox', 'Note', 'fragile')],
    before: `d2.hidden`,
    done: `d2.querySelector('input').value === 'fragile' && d1.querySelector('input').value === ''`,
  },
];
