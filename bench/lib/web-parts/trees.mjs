// Trees and other things that unfold.
import { click, doubleClick, pageOf, press } from './page.mjs';

const jquery = 'jquery/dist/jquery.min.js';

export const trees = [
  {
    name: 'jsTree: a leaf two levels down',
    page: pageOf({
      title: 'Folders',
      styles: ['jstree/dist/themes/default/style.min.css'],
      body: '<div id="tree"></div>',
      scripts: [jquery, 'jstree/dist/jstree.min.js'],
      script: `$('#tree').jstree({ core: { data: [{ text: 'Home', children: [{ text: 'Letters', children: ['To Ada', 'To Bob'] }, { text: 'Music' }] }, { text: 'Shared' }] } });`,
    }),
    task: 'Unfold Home and Letters, and choose "To Bob"',
    acts: [doubleClick('treeitem', 'Home'), doubleClick('treeitem', 'Letters'), click('treeitem', 'To Bob')],
    before: `!!document.querySelector('.jstree-anchor') && $('#tree').jstree('get_selected').length === 0`,
    done: `$('#tree').jstree('get_selected', true).map((node) => node.text).join() === 'To Bob'`,
  },
  {
    name: 'jsTree: checkboxes',
    page: pageOf({
      title: 'Rights',
      styles: ['jstree/dist/themes/default/style.min.css'],
      body: '<div id="tree"></div>',
      scripts: [jquery, 'jstree/dist/jstree.min.js'],
      script: `$('#tree').jstree({ plugins: ['checkbox'], core: { data: [{ text: 'Read' }, { text: 'Write', state: { opened: true }, children: ['Create', 'Change'] }] } });`,
    }),
    task: 'Grant Read and Change',
    acts: [click('treeitem', 'Read'), click('treeitem', 'Change')],
    before: `!!document.querySelector('.jstree-anchor') && $('#tree').jstree('get_checked').length === 0`,
    done: `$('#tree').jstree('get_checked', true).map((node) => node.text).sort().join() === 'Change,Read'`,
  },
  {
    name: 'Fancytree: unfold and choose',
    page: pageOf({
      title: 'Plants',
      styles: ['jquery.fancytree/dist/skin-win8/ui.fancytree.min.css'],
      body: '<div id="tree"></div>',
      scripts: [jquery, 'jquery.fancytree/dist/jquery.fancytree-all-deps.min.js'],
      script: `$('#tree').fancytree({ source: [{ title: 'Trees', children: [{ title: 'Oak' }, { title: 'Elm' }] }, { title: 'Herbs', children: [{ title: 'Basil' }] }], activate: (event, { node }) => { window.active = node.title; } });`,
    }),
    task: 'Choose Elm among the trees',
    acts: [doubleClick('text', 'Trees'), click('text', 'Elm')],
    before: `window.active === undefined`,
    done: `window.active === 'Elm'`,
  },
  {
    name: 'ARIA tree: by the arrow keys',
    page: pageOf({
      title: 'Chapters',
      style:
        '[role=group] { display: none } [aria-expanded=true] > [role=group] { display: block } [role=treeitem]:focus > span { outline: 2px solid }',
      body: `<ul role="tree" aria-label="Chapters" id="tree"><li role="treeitem" tabindex="0" aria-expanded="false"><span>Part one</span><ul role="group"><li role="treeitem" tabindex="-1"><span>Arrival</span></li><li role="treeitem" tabindex="-1"><span>Storm</span></li></ul></li></ul>`,
      script: `tree.onkeydown = (event) => { const item = event.target; const shown = [...tree.querySelectorAll('[role=treeitem]')].filter((each) => each.offsetParent); const at = shown.indexOf(item);
if (event.key === 'ArrowRight') item.setAttribute('aria-expanded', 'true'); if (event.key === 'ArrowDown') shown[at + 1]?.focus(); if (event.key === 'ArrowUp') shown[at - 1]?.focus(); if (event.key === 'Enter') window.opened = item.querySelector('span').textContent; };`,
    }),
    task: 'Open the chapter Storm by the arrow keys and Enter',
    acts: [click('text', 'Part one'), press('ArrowRight'), press('ArrowDown'), press('ArrowDown'), press('Enter')],
    before: `window.opened === undefined`,
    done: `window.opened === 'Storm'`,
  },
];
