// What is moved by holding it: cards, list entries, handles and panes.
import { drag, modulePageOf, pageOf, press, thing } from './page.mjs';

const jquery = 'jquery/dist/jquery.min.js';
const ui = { styles: ['jquery-ui/dist/themes/base/jquery-ui.min.css'], scripts: [jquery, 'jquery-ui/dist/jquery-ui.min.js'] };
const listStyle =
  'li { list-style: none; padding: 12px; margin: 4px; border: 1px solid #999; background: #eef; width: 240px; user-select: none }';
const list = (names) => `<ul id="list">${names.map((name) => `<li>${name}</li>`).join('')}</ul>`;
const order = `[...list.children].map((each) => each.textContent).join()`;
const lower = { at: { x: 0.5, y: 0.8 } };

export const drags = [
  {
    name: 'jQuery UI: sortable',
    page: pageOf({ ...ui, title: 'Queue', style: listStyle, body: list(['Alpha', 'Beta', 'Gamma']), script: `$('#list').sortable();` }),
    task: 'Move Alpha to the end of the list',
    acts: [drag(thing('text', 'Alpha'), thing('text', 'Gamma', lower))],
    before: `${order} === 'Alpha,Beta,Gamma'`,
    done: `${order} === 'Beta,Gamma,Alpha'`,
  },
  {
    name: 'jQuery UI: sortable, onto the middle of a label',
    page: pageOf({
      ...ui,
      title: 'Courses',
      style: listStyle,
      body: `<ul id="list">${['Soup', 'Roast', 'Cake', 'Coffee'].map((name) => `<li><label>${name}</label></li>`).join('')}</ul>`,
      script: `$('#list').sortable();`,
    }),
    task: 'Put Coffee where Roast is',
    acts: [drag(thing('text', 'Coffee'), thing('text', 'Roast'))],
    before: `${order} === 'Soup,Roast,Cake,Coffee'`,
    done: `${order} === 'Soup,Coffee,Roast,Cake'`,
  },
  {
    name: 'jQuery UI: draggable and droppable',
    page: pageOf({
      ...ui,
      title: 'Cart',
      body: '<div id="ball" style="width:80px;padding:16px;background:#fd8">Ball</div><div id="cart" style="width:200px;height:120px;margin:80px 0 0 260px;border:2px dashed">Basket</div>',
      script: `$('#ball').draggable(); $('#cart').droppable({ drop: () => { window.dropped = true; } });`,
    }),
    task: 'Put the ball into the basket',
    acts: [drag(thing('text', 'Ball'), thing('text', 'Basket'))],
    before: `window.dropped === undefined`,
    done: `window.dropped === true`,
  },
  {
    name: 'jQuery UI: resizable',
    page: pageOf({
      ...ui,
      title: 'Picture frame',
      body: '<div id="box" style="width:150px;height:100px;background:#cde">Frame</div><p id="mark" style="margin-left:330px;width:60px">Mark</p>',
      script: `$('#box').resizable({ handles: 'e' });`,
    }),
    task: 'Make the frame at least 300 pixels wide by its right edge',
    acts: [drag(thing('text', 'Frame', { at: { x: 0.99, y: 0.5 } }), thing('text', 'Mark', { at: { x: 0, y: 0 } }))],
    before: `box.offsetWidth === 150`,
    done: `box.offsetWidth >= 300`,
  },
  {
    name: 'SortableJS: entries of a list',
    page: pageOf({
      title: 'Chores',
      style: listStyle,
      body: list(['Sweep', 'Wash', 'Cook', 'Shop']),
      scripts: ['sortablejs/Sortable.min.js'],
      script: `window.sortable = Sortable.create(list, { animation: 100 });`,
    }),
    task: 'Move Sweep below Cook',
    acts: [drag(thing('listitem', 'Sweep'), thing('listitem', 'Cook', lower))],
    before: `${order} === 'Sweep,Wash,Cook,Shop'`,
    done: `${order} === 'Wash,Cook,Sweep,Shop'`,
  },
  {
    name: 'SortableJS: by handles alone, between lists',
    page: pageOf({
      title: 'Plan',
      style: `${listStyle} ul { min-height: 80px; width: 300px; border: 1px dotted; float: left; margin-right: 16px } .grip { cursor: grab }`,
      body: `<ul id="list" aria-label="Today"><li><span class="grip" aria-label="Move Call" role="img">☰</span> Call</li></ul><ul id="later" aria-label="Later"><li><span class="grip" aria-label="Move Read" role="img">☰</span> Read</li></ul>`,
      scripts: ['sortablejs/Sortable.min.js'],
      script: `for (const each of [list, later]) Sortable.create(each, { group: 'plan', handle: '.grip', forceFallback: true });`,
    }),
    task: 'Move Call from Today to Later, below Read',
    acts: [drag(thing('img', 'Move Call'), thing('listitem', 'Read', { at: { x: 0.2, y: 0.8 } }))],
    before: `list.children.length === 1 && later.children.length === 1`,
    done: `list.children.length === 0 && later.children.length === 2`,
  },
  {
    name: 'Dragula: from one list into another',
    page: pageOf({
      title: 'Teams',
      styles: ['dragula/dist/dragula.min.css'],
      style:
        'section { width: 260px; min-height: 120px; border: 1px solid; float: left; margin: 8px } section div { padding: 12px; background: #efe; margin: 6px }',
      body: '<section id="red" aria-label="Red"><div>Ann</div><div>Ben</div></section><section id="blue" aria-label="Blue"><div>Cat</div></section>',
      scripts: ['dragula/dist/dragula.min.js'],
      script: `dragula([red, blue]);`,
    }),
    task: 'Move Ben from the red team to the blue one',
    acts: [drag(thing('text', 'Ben'), thing('text', 'Cat', lower))],
    before: `blue.children.length === 1`,
    done: `blue.textContent.includes('Ben') && red.textContent === 'Ann'`,
  },
  {
    name: 'dnd-kit: sortable list',
    page: modulePageOf({ title: 'Playlist' }),
    script: `import { useState } from 'react'; import { createRoot } from 'react-dom/client'; import { DndContext, closestCenter } from '@dnd-kit/core'; import { SortableContext, arrayMove, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'; import { CSS } from '@dnd-kit/utilities';
function Song({ id }) { const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id }); return <div ref={setNodeRef} style={{ transform: CSS.Transform.toString(transform), transition, padding: 12, margin: 4, background: '#eef', width: 240 }} {...attributes} {...listeners}>{id}</div>; }
function Songs() { const [songs, setSongs] = useState(['Blue', 'Jolene', 'Hurt']); window.order = songs.join();
return <DndContext collisionDetection={closestCenter} onDragEnd={({ active, over }) => { if (over) setSongs((all) => arrayMove(all, all.indexOf(active.id), all.indexOf(over.id))); }}><SortableContext items={songs} strategy={verticalListSortingStrategy}>{songs.map((id) => <Song key={id} id={id} />)}</SortableContext></DndContext>; }
createRoot(document.getElementById('root')).render(<Songs />);`,
    task: 'Move Hurt to the top of the list',
    acts: [drag(thing('button', 'Hurt'), thing('button', 'Blue'))],
    before: `window.order === 'Blue,Jolene,Hurt'`,
    done: `window.order === 'Hurt,Blue,Jolene'`,
  },
  {
    name: 'HTML5: a card to another column',
    page: pageOf({
      title: 'Board',
      style:
        'section { width: 240px; min-height: 160px; border: 1px solid; float: left; margin: 8px; padding: 8px } [draggable] { background: #ffd; padding: 12px; margin: 6px; cursor: grab }',
      body: '<section id="todo"><h2>To do</h2><div id="card" draggable="true">Write tests</div><div draggable="true" id="other">Fix lamp</div></section><section id="ready"><h2>Done</h2></section>',
      script: `document.ondragstart = (event) => event.dataTransfer.setData('text/plain', event.target.id); for (const column of [todo, ready]) { column.ondragover = (event) => event.preventDefault(); column.ondrop = (event) => { event.preventDefault(); column.append(document.getElementById(event.dataTransfer.getData('text/plain'))); }; }`,
    }),
    task: 'Move "Write tests" to Done',
    acts: [drag(thing('text', 'Write tests'), thing('text', 'Done'))],
    before: `card.parentElement === todo`,
    done: `card.parentElement === ready && other.parentElement === todo`,
  },
  {
    name: 'Split.js: the bar between two panes',
    page: pageOf({
      title: 'Reader',
      style: '.all { display: flex; width: 800px; height: 240px } .gutter { background: #999; cursor: col-resize }',
      body: '<div class="all"><div id="left" style="background:#eee">Contents</div><div id="right" style="background:#ddd"><p style="margin-left:180px">Middle of the text</p></div></div>',
      scripts: ['split.js/dist/split.min.js'],
      script: `window.split = Split(['#left', '#right'], { sizes: [25, 75], gutterSize: 12, gutter: () => { const bar = document.createElement('div'); bar.className = 'gutter'; bar.setAttribute('role', 'separator'); bar.setAttribute('aria-label', 'Width of the contents'); bar.setAttribute('aria-orientation', 'vertical'); return bar; } });`,
    }),
    task: 'Make the contents wider, by moving the bar to where "Middle of the text" begins',
    acts: [drag(thing('separator', 'Width of the contents'), thing('text', 'Middle of the text', { at: { x: 0.05, y: 0.5 } }))],
    before: `Math.round(split.getSizes()[0]) === 25`,
    done: `split.getSizes()[0] > 40`,
  },
  {
    name: 'GridStack: move a tile',
    page: pageOf({
      title: 'Dashboard',
      styles: ['gridstack/dist/gridstack.min.css'],
      style: '.grid-stack { width: 900px; background: #eee } .grid-stack-item-content { background: #bdf; padding: 16px }',
      body: '<div class="grid-stack"></div>',
      scripts: ['gridstack/dist/gridstack-all.js'],
      script: `window.grid = GridStack.init({ column: 12, cellHeight: 80, animate: false }); grid.load([{ id: 'w', x: 0, y: 0, w: 3, h: 1, content: 'Weather' }, { id: 'n', x: 8, y: 0, w: 3, h: 1, content: 'News' }]);`,
    }),
    task: 'Put Weather where News is',
    acts: [drag(thing('text', 'Weather'), thing('text', 'News'))],
    before: `grid.save(false).find((each) => each.id === 'w').x === undefined || grid.save(false).find((each) => each.id === 'w').x === 0`,
    done: `grid.save(false).find((each) => each.id === 'w').x >= 6`,
  },
  {
    name: 'keyboard: an entry is moved by keys',
    page: pageOf({
      title: 'Ballot',
      style: `${listStyle} li:focus { outline: 3px solid navy }`,
      body: `<p>Space lifts an entry, the arrows move it.</p><ul id="list" role="listbox" aria-label="Ballot">${['Elm', 'Fir', 'Oak'].map((name) => `<li role="option" tabindex="0">${name}</li>`).join('')}</ul>`,
      script: `let lifted; list.onkeydown = (event) => { const item = event.target; event.preventDefault(); if (event.key === ' ') lifted = lifted ? undefined : item;
if (lifted === item && event.key === 'ArrowUp') item.previousElementSibling?.before(item); if (lifted === item && event.key === 'ArrowDown') item.nextElementSibling?.after(item); item.focus(); };`,
    }),
    task: 'Move Oak to the top: choose it, Space, arrow up twice, Space',
    acts: [{ act: 'click', role: 'option', name: 'Oak' }, press('Space'), press('ArrowUp'), press('ArrowUp'), press('Space')],
    before: `${order} === 'Elm,Fir,Oak'`,
    done: `${order} === 'Oak,Elm,Fir'`,
  },
];
