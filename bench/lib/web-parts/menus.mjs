// Menus, tabs, palettes and what is chosen by pointing or by keys.
import { click, hover, modulePageOf, pageOf, press, rightClick, type, typeOn } from './page.mjs';

const jquery = 'jquery/dist/jquery.min.js';
const bootstrap = 'bootstrap-colorpicker/node_modules/bootstrap/dist';
const ui = { styles: ['jquery-ui/dist/themes/base/jquery-ui.min.css'], scripts: [jquery, 'jquery-ui/dist/jquery-ui.min.js'] };

export const menus = [
  {
    name: 'Bootstrap: dropdown',
    page: pageOf({
      title: 'Files',
      styles: [`${bootstrap}/css/bootstrap.min.css`],
      body: `<div class="dropdown"><button class="btn btn-secondary dropdown-toggle" data-bs-toggle="dropdown" aria-expanded="false">Sort by</button><ul class="dropdown-menu">${['Name', 'Size', 'Date'].map((name) => `<li><a class="dropdown-item" href="#" onclick="window.sorted='${name}'; event.preventDefault()">${name}</a></li>`).join('')}</ul></div>`,
      scripts: [`${bootstrap}/js/bootstrap.bundle.min.js`],
    }),
    task: 'Sort the files by size',
    acts: [click('button', 'Sort by'), click('link', 'Size')],
    before: `window.sorted === undefined`,
    done: `window.sorted === 'Size'`,
  },
  {
    name: 'Foundation: dropdown menu',
    page: pageOf({
      title: 'Site',
      styles: ['foundation-sites/dist/css/foundation.min.css'],
      body: `<ul class="dropdown menu" data-dropdown-menu><li><a href="#">Home</a></li><li><a href="#">Products</a><ul class="menu"><li><a href="#" onclick="window.opened='Chairs'">Chairs</a></li><li><a href="#" onclick="window.opened='Tables'">Tables</a></li></ul></li></ul>`,
      scripts: [jquery, 'foundation-sites/dist/js/foundation.min.js'],
      script: `$(document).foundation();`,
    }),
    task: 'Open Tables in the menu Products',
    acts: [hover('menuitem', 'Products'), click('menuitem', 'Tables')],
    before: `window.opened === undefined`,
    done: `window.opened === 'Tables'`,
  },
  {
    name: 'jQuery UI: menu within a menu',
    page: pageOf({
      ...ui,
      title: 'Player',
      body: `<ul id="menu" style="width:160px"><li><div>Play</div></li><li><div>Quality</div><ul style="width:120px"><li><div>Low</div></li><li><div>High</div></li></ul></li></ul>`,
      script: `$('#menu').menu({ select: (event, { item }) => { window.chosen = item.text().trim(); } });`,
    }),
    task: 'Choose High below Quality',
    acts: [hover('menuitem', 'Quality'), click('menuitem', 'High')],
    before: `window.chosen === undefined`,
    done: `window.chosen === 'High'`,
  },
  {
    name: 'jQuery UI: tabs',
    page: pageOf({
      ...ui,
      title: 'Settings',
      body: '<div id="tabs"><ul><li><a href="#one">General</a></li><li><a href="#two">Privacy</a></li></ul><div id="one">Nothing here</div><div id="two"><label><input type="checkbox" id="hide"> Hide my address</label></div></div>',
      script: `$('#tabs').tabs();`,
    }),
    task: 'Hide the address in the privacy settings',
    acts: [click('tab', 'Privacy'), click('checkbox', 'Hide my address')],
    before: `!hide.checked`,
    done: `hide.checked`,
  },
  {
    name: 'jQuery UI: autocomplete',
    page: pageOf({
      ...ui,
      title: 'Station',
      body: '<label for="from">From</label> <input id="from">',
      script: `$('#from').autocomplete({ delay: 150, source: ['Bern', 'Berlin', 'Bergen', 'Basel'], select: (event, { item }) => { window.station = item.value; } });`,
    }),
    task: 'Choose Bergen among the suggestions for "Ber"',
    acts: [type('textbox', 'From', 'Ber'), click('text', 'Bergen')],
    before: `window.station === undefined`,
    done: `window.station === 'Bergen' && document.getElementById('from').value === 'Bergen'`,
  },
  {
    name: 'jQuery UI: accordion',
    page: pageOf({
      ...ui,
      title: 'Course',
      body: `<div id="parts" style="width:400px"><h3>Lesson 1</h3><div><button onclick="window.began=1">Begin 1</button></div><h3>Lesson 2</h3><div><button onclick="window.began=2">Begin 2</button></div></div>`,
      script: `$('#parts').accordion();`,
    }),
    task: 'Begin lesson 2',
    acts: [click('tab', 'Lesson 2'), click('button', 'Begin 2')],
    before: `window.began === undefined`,
    done: `window.began === 2`,
  },
  {
    name: 'context menu: by the right button',
    page: pageOf({
      title: 'Photos',
      styles: ['jquery-contextmenu/dist/jquery.contextMenu.min.css'],
      body: '<p class="photo" style="padding:16px;background:#def;width:200px">Beach</p><p class="photo" style="padding:16px;background:#def;width:200px">Forest</p>',
      scripts: [jquery, 'jquery-contextmenu/dist/jquery.ui.position.min.js', 'jquery-contextmenu/dist/jquery.contextMenu.min.js'],
      script: `$.contextMenu({ selector: '.photo', callback: (key, { $trigger }) => { window.did = key + ' ' + $trigger.text(); }, items: { copy: { name: 'Copy' }, star: { name: 'Add a star' } } });`,
    }),
    task: 'Add a star to the photo Forest by its context menu',
    acts: [rightClick('text', 'Forest'), click('text', 'Add a star')],
    before: `window.did === undefined`,
    done: `window.did === 'star Forest'`,
  },
  {
    name: 'menu: opens by pointing alone',
    page: pageOf({
      title: 'Portal',
      style:
        'nav ul { display: none; position: absolute; background: #eee; margin: 0; padding: 8px } nav li:hover > ul { display: block } nav > ul { display: block; position: static } li { list-style: none }',
      body: `<nav aria-label="Main"><ul><li><a href="#">Services</a><ul><li><a href="#" onclick="window.opened='Repair'">Repair</a></li><li><a href="#" onclick="window.opened='Rent'">Rent</a></li></ul></li></ul></nav>`,
    }),
    task: 'Open Rent, which shows when one points at Services',
    acts: [hover('link', 'Services'), click('link', 'Rent')],
    before: `window.opened === undefined`,
    done: `window.opened === 'Rent'`,
  },
  {
    name: 'cmdk: command palette',
    page: modulePageOf({ title: 'Mailbox', body: '<p>Ctrl+K opens the commands.</p><div id="root"></div>' }),
    script: `import { useEffect, useState } from 'react'; import { createRoot } from 'react-dom/client'; import { Command } from 'cmdk';
function Palette() { const [open, setOpen] = useState(false);
useEffect(() => { document.addEventListener('keydown', (event) => { if (event.key.toLowerCase() === 'k' && event.ctrlKey) { event.preventDefault(); setOpen(true); } }); window.ready = true; }, []);
return open ? <Command label="Commands" style={{ border: '1px solid', width: 300 }}><Command.Input placeholder="Type a command" /><Command.List><Command.Empty>Nothing</Command.Empty>{['New letter', 'Mark as read', 'Go to drafts'].map((name) => <Command.Item key={name} onSelect={() => { window.did = name; setOpen(false); }}>{name}</Command.Item>)}</Command.List></Command> : null; }
createRoot(document.getElementById('root')).render(<Palette />);`,
    task: 'Run the command "Go to drafts" of the palette that Ctrl+K opens',
    acts: [press('Control+K'), typeOn('draf'), click('option', 'Go to drafts')],
    before: `window.ready && window.did === undefined`,
    done: `window.did === 'Go to drafts'`,
  },
  {
    name: 'Headless UI: menu by the keyboard',
    page: modulePageOf({ title: 'Profile' }),
    script: `import { createRoot } from 'react-dom/client'; import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
createRoot(document.getElementById('root')).render(<Menu><MenuButton>My account</MenuButton><MenuItems>{['Settings', 'Language', 'Help'].map((name) => <MenuItem key={name}><button onClick={() => { window.did = name; }}>{name}</button></MenuItem>)}</MenuItems></Menu>); window.ready = true;`,
    task: 'Choose Language in the menu "My account"',
    acts: [click('button', 'My account'), click('menuitem', 'Language')],
    before: `window.ready && window.did === undefined`,
    done: `window.did === 'Language'`,
  },
  {
    name: 'UIkit: tabs and a drop',
    page: pageOf({
      title: 'Wallet',
      styles: ['uikit/dist/css/uikit.min.css'],
      body: `<ul uk-tab="connect: #parts"><li><a href="#">Cards</a></li><li><a href="#">Coins</a></li></ul><div id="parts" class="uk-switcher"><div>No card</div><div><button class="uk-button">Currency</button><div uk-dropdown="mode: click"><ul class="uk-nav uk-dropdown-nav"><li><a href="#" onclick="window.money='Euro'">Euro</a></li><li><a href="#" onclick="window.money='Yen'">Yen</a></li></ul></div></div></div>`,
      scripts: ['uikit/dist/js/uikit.min.js'],
    }),
    task: 'Choose Yen as the currency of the coins',
    acts: [click('tab', 'Coins'), click('button', 'Currency'), click('link', 'Yen')],
    before: `window.money === undefined`,
    done: `window.money === 'Yen'`,
  },
  {
    name: 'Vuetify: menu',
    page: pageOf({
      title: 'Theme',
      styles: ['vuetify/dist/vuetify.min.css'],
      body: `<div id="app"><v-app><v-menu><template v-slot:activator="{ props }"><v-btn v-bind="props">Appearance</v-btn></template><v-list><v-list-item v-for="each in ['Light', 'Dark', 'System']" :key="each" @click="look = each"><v-list-item-title>{{ each }}</v-list-item-title></v-list-item></v-list></v-menu></v-app></div>`,
      scripts: ['vue/dist/vue.global.prod.js', 'vuetify/dist/vuetify.min.js'],
      script: `window.app = Vue.createApp({ data: () => ({ look: '' }) }).use(Vuetify.createVuetify()).mount('#app');`,
    }),
    task: 'Choose the dark appearance',
    acts: [click('button', 'Appearance'), click('text', 'Dark')],
    before: `app.look === ''`,
    done: `app.look === 'Dark'`,
  },
];
