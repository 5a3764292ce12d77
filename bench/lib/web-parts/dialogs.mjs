// What opens above a page and wants an answer, or shows itself for a moment.
import { click, hover, modulePageOf, pageOf, press, read, type } from './page.mjs';

const jquery = 'jquery/dist/jquery.min.js';
const bootstrap = 'bootstrap-colorpicker/node_modules/bootstrap/dist';
const bootstrapPage = (page) =>
  pageOf({ styles: [`${bootstrap}/css/bootstrap.min.css`], scripts: [`${bootstrap}/js/bootstrap.bundle.min.js`], ...page });

export const dialogs = [
  {
    name: 'Bootstrap: modal with a form',
    page: bootstrapPage({
      title: 'Members',
      body: `<button class="btn btn-primary" data-bs-toggle="modal" data-bs-target="#invite">Invite</button> <ul id="members"></ul>
<div class="modal fade" id="invite" tabindex="-1" aria-labelledby="head"><div class="modal-dialog"><div class="modal-content"><div class="modal-header"><h5 id="head">Invite a member</h5><button class="btn-close" data-bs-dismiss="modal" aria-label="Close"></button></div>
<div class="modal-body"><label>Name <input id="who"></label></div><div class="modal-footer"><button class="btn btn-primary" id="send" data-bs-dismiss="modal">Send</button></div></div></div></div>`,
      script: `send.onclick = () => { members.insertAdjacentHTML('beforeend', '<li>' + who.value + '</li>'); };`,
    }),
    task: 'Invite Bob',
    acts: [click('button', 'Invite'), type('textbox', 'Name', 'Bob'), click('button', 'Send')],
    before: `members.children.length === 0`,
    done: `members.textContent === 'Bob' && !document.querySelector('.modal.show')`,
  },
  {
    name: 'Bootstrap: collapse',
    page: bootstrapPage({
      title: 'Help',
      body: `<div class="accordion" id="all">${['Prices', 'Returns'].map((name, index) => `<div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-toggle="collapse" data-bs-target="#c${index}" aria-expanded="false">${name}</button></h2><div id="c${index}" class="accordion-collapse collapse" data-bs-parent="#all"><div class="accordion-body"><label><input type="checkbox" id="k${index}"> Helpful</label></div></div></div>`).join('')}</div>`,
    }),
    task: 'Mark the help about returns as helpful',
    acts: [click('button', 'Returns'), click('checkbox', 'Helpful')],
    before: `!k0.checked && !k1.checked`,
    done: `!k0.checked && k1.checked`,
  },
  {
    name: 'Bootstrap: toast to undo',
    page: bootstrapPage({
      title: 'Inbox',
      body: `<button id="hide">Archive the letter</button><div class="toast-container position-fixed bottom-0 end-0 p-3"><div id="toast" class="toast" role="status"><div class="toast-body">Letter archived <button id="undo">Undo</button></div></div></div>`,
      script: `window.state = 'here'; hide.onclick = () => { window.state = 'archived'; new bootstrap.Toast(toast, { delay: 20000 }).show(); }; undo.onclick = () => { if (window.state === 'archived') window.state = 'back'; };`,
    }),
    task: 'Archive the letter, and undo that by the message that appears',
    acts: [click('button', 'Archive the letter'), click('button', 'Undo')],
    before: `window.state === 'here'`,
    done: `window.state === 'back'`,
  },
  {
    name: 'Bootstrap: offcanvas',
    page: bootstrapPage({
      title: 'Shop',
      body: `<button data-bs-toggle="offcanvas" data-bs-target="#side">Filters</button><div class="offcanvas offcanvas-start" tabindex="-1" id="side" aria-label="Filters"><div class="offcanvas-header"><button class="btn-close" data-bs-dismiss="offcanvas" aria-label="Close"></button></div><div class="offcanvas-body"><label><input type="checkbox" id="sale"> On sale</label></div></div>`,
    }),
    task: 'Show only what is on sale, by the filters at the side, and close them',
    acts: [click('button', 'Filters'), click('checkbox', 'On sale'), click('button', 'Close')],
    before: `!sale.checked`,
    done: `sale.checked && !side.classList.contains('show')`,
  },
  {
    name: 'Bootstrap: carousel',
    page: bootstrapPage({
      title: 'Rooms',
      body: `<div id="rooms" class="carousel slide" style="width:400px;background:#888"><div class="carousel-inner">${['Blue', 'Red', 'Green'].map((name, index) => `<div class="carousel-item ${index ? '' : 'active'}"><div style="height:160px;padding:60px 120px">${name} room <button onclick="window.booked='${name}'">Book</button></div></div>`).join('')}</div>
<button class="carousel-control-prev" data-bs-target="#rooms" data-bs-slide="prev"><span class="visually-hidden">Previous</span></button><button class="carousel-control-next" data-bs-target="#rooms" data-bs-slide="next"><span class="visually-hidden">Next</span></button></div>`,
    }),
    task: 'Book the green room',
    acts: [click('button', 'Next'), read('Red room'), click('button', 'Next'), read('Green room'), click('button', 'Book')],
    before: `window.booked === undefined`,
    done: `window.booked === 'Green'`,
    async play(page) {
      for (const name of ['Red', 'Green']) {
        await page.getByRole('button', { name: 'Next' }).click();
        await page.locator('.carousel-item.active:not(.carousel-item-start):not(.carousel-item-end)', { hasText: name }).waitFor();
      }
      await page.locator('.carousel-item.active').getByRole('button').click();
    },
  },
  {
    name: 'Foundation: reveal',
    page: pageOf({
      title: 'Club',
      styles: ['foundation-sites/dist/css/foundation.min.css'],
      body: '<button class="button" data-open="rules">Rules</button><div class="reveal" id="rules" data-reveal aria-label="Rules"><p>Be kind.</p><button class="button" data-close onclick="window.agreed = true">Agree</button></div>',
      scripts: [jquery, 'foundation-sites/dist/js/foundation.min.js'],
      script: `$(document).foundation();`,
    }),
    task: 'Open the rules and agree to them',
    acts: [click('button', 'Rules'), read('Be kind.'), click('button', 'Agree')],
    before: `window.agreed === undefined`,
    done: `window.agreed === true`,
  },
  {
    name: 'Micromodal: close by Escape',
    page: pageOf({
      title: 'Trial',
      style:
        '#m { display: none } #m.is-open { display: block; position: fixed; inset: 0; background: #0008 } #m [role=dialog] { background: #fff; margin: 80px auto; width: 300px; padding: 24px }',
      body: '<button data-micromodal-trigger="m">What is included?</button><div id="m" aria-hidden="true"><div data-micromodal-close tabindex="-1"><div role="dialog" aria-modal="true" aria-label="Included"><p>The code is plum</p><button data-micromodal-close>Close</button></div></div></div><p><label>Code <input id="code"></label></p>',
      scripts: ['micromodal/dist/micromodal.min.js'],
      script: `MicroModal.init({ onShow: () => { window.shown = true; } });`,
    }),
    task: 'See what is included, close that, and write the code into the field',
    acts: [click('button', 'What is included?'), read('The code is plum'), press('Escape'), type('textbox', 'Code', 'plum')],
    before: `window.shown === undefined && code.value === ''`,
    done: `window.shown && code.value === 'plum' && !m.classList.contains('is-open')`,
  },
  {
    name: 'SweetAlert2: confirm with a text',
    page: pageOf({
      title: 'Team',
      body: '<button id="go">Rename the team</button>',
      scripts: ['sweetalert2/dist/sweetalert2.all.min.js'],
      script: `go.onclick = async () => { const { value } = await Swal.fire({ title: 'New name', input: 'text', inputLabel: 'Name', showCancelButton: true, confirmButtonText: 'Rename' }); if (value) window.team = value; };`,
    }),
    task: 'Rename the team to Otters',
    acts: [click('button', 'Rename the team'), type('textbox', 'Name', 'Otters'), click('button', 'Rename')],
    before: `window.team === undefined`,
    done: `window.team === 'Otters'`,
  },
  {
    name: 'jQuery UI: dialog',
    page: pageOf({
      title: 'Print',
      styles: ['jquery-ui/dist/themes/base/jquery-ui.min.css'],
      body: '<button id="go">Print…</button><div id="ask" title="Print the page"><label>Copies <input id="copies" value="1"></label></div>',
      scripts: [jquery, 'jquery-ui/dist/jquery-ui.min.js'],
      script: `$('#ask').dialog({ autoOpen: false, modal: true, buttons: { 'Print now': () => { window.printed = copies.value; $('#ask').dialog('close'); }, Cancel: () => $('#ask').dialog('close') } }); go.onclick = () => $('#ask').dialog('open');`,
    }),
    task: 'Print three copies',
    acts: [click('button', 'Print…'), type('textbox', 'Copies', '3'), click('button', 'Print now')],
    before: `window.printed === undefined`,
    done: `window.printed === '3'`,
  },
  {
    name: 'MUI: dialog',
    page: modulePageOf({ title: 'Account' }),
    script: `import { useState } from 'react'; import { createRoot } from 'react-dom/client'; import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
function Account() { const [open, setOpen] = useState(false); const [name, setName] = useState('');
return <><Button variant="contained" onClick={() => setOpen(true)}>Edit the name</Button><Dialog open={open} onClose={() => setOpen(false)}><DialogTitle>Edit the name</DialogTitle><DialogContent><TextField margin="dense" label="Display name" value={name} onChange={(event) => setName(event.target.value)} /></DialogContent>
<DialogActions><Button onClick={() => setOpen(false)}>Cancel</Button><Button onClick={() => { window.saved = name; setOpen(false); }}>Save</Button></DialogActions></Dialog></>; }
createRoot(document.getElementById('root')).render(<Account />); window.ready = true;`,
    task: 'Change the display name to Kim',
    acts: [click('button', 'Edit the name'), type('textbox', 'Display name', 'Kim'), click('button', 'Save')],
    before: `window.ready && window.saved === undefined`,
    done: `window.saved === 'Kim'`,
  },
  {
    name: 'Shoelace: dialog in shadow roots',
    page: pageOf({
      title: 'Terms',
      styles: ['@shoelace-style/shoelace/cdn/themes/light.css'],
      body: `<sl-button onclick="terms.show()">Terms</sl-button><sl-dialog id="terms" label="Terms"><p>All is well.</p><sl-button slot="footer" variant="primary" onclick="window.accepted = true; terms.hide()">Accept</sl-button></sl-dialog><script type="module" src="/lib/@shoelace-style/shoelace/cdn/shoelace.js"></script>`,
    }),
    task: 'Open the terms and accept them',
    acts: [click('button', 'Terms'), click('button', 'Accept')],
    before: `!!customElements.get('sl-dialog') && window.accepted === undefined`,
    done: `window.accepted === true`,
  },
  {
    name: 'Ant Design: question beside a button',
    page: pageOf({
      title: 'Tasks',
      styles: ['antd/dist/reset.css'],
      body: '<div id="root"></div>',
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'dayjs/dayjs.min.js',
        'antd/dist/antd.min.js',
      ],
      script: `ReactDOM.createRoot(root).render(React.createElement(antd.Popconfirm, { title: 'Close this task?', okText: 'Yes', cancelText: 'No', onConfirm: () => { window.shut = true; } }, React.createElement(antd.Button, null, 'Close the task')));`,
    }),
    task: 'Close the task, and say yes to the question',
    acts: [click('button', 'Close the task'), click('button', 'Yes')],
    before: `window.shut === undefined && !!document.querySelector('#root button')`,
    done: `window.shut === true`,
  },
  {
    name: 'Tippy: a tooltip to read',
    page: pageOf({
      title: 'Server',
      body: '<button id="info">Status</button> <p><label>Code <input id="code"></label></p>',
      scripts: ['@popperjs/core/dist/umd/popper.min.js', 'tippy.js/dist/tippy-bundle.umd.min.js'],
      script: `tippy('#info', { content: 'All systems run, code 88', onMount: () => { window.shown = true; } });`,
    }),
    task: 'Write the code that the hint of "Status" tells into the field',
    acts: [hover('button', 'Status'), read('All systems run, code 88'), type('textbox', 'Code', '88')],
    before: `window.shown === undefined`,
    done: `window.shown && code.value === '88'`,
  },
  {
    name: 'Driver.js: a tour that covers the page',
    page: pageOf({
      title: 'Studio',
      styles: ['driver.js/dist/driver.css'],
      body: '<button id="fresh" onclick="window.made = true">New film</button> <button id="old">Open</button>',
      scripts: ['driver.js/dist/driver.js.iife.js'],
      script: `window.tour = window.driver.js.driver({ showProgress: true, allowClose: false, steps: [{ element: '#fresh', popover: { title: 'Start here', description: 'One' } }, { element: '#old', popover: { title: 'Or here', description: 'Two' } }] }); tour.drive();`,
    }),
    task: 'Go through the tour to its end, then make a new film',
    acts: [click('button', 'Next'), click('button', 'Done'), click('button', 'New film')],
    before: `tour.isActive() && window.made === undefined`,
    done: `!tour.isActive() && window.made === true`,
  },
  {
    name: 'consent: a banner above everything',
    page: pageOf({
      title: 'News',
      style:
        '#veil { position: fixed; inset: 0; background: #000a; z-index: 9 } #veil div { position: absolute; bottom: 0; left: 0; right: 0; background: #fff; padding: 24px }',
      body: `<button onclick="window.opened = true">Read the article</button><div id="veil"><div role="dialog" aria-label="Cookies"><p>We value your privacy.</p><button onclick="veil.remove(); window.consent = 'all'">Accept all</button> <button onclick="veil.remove(); window.consent = 'none'">Only necessary</button></div></div>`,
    }),
    task: 'Allow only necessary cookies and read the article',
    acts: [click('button', 'Only necessary'), click('button', 'Read the article')],
    before: `window.consent === undefined && window.opened === undefined`,
    done: `window.consent === 'none' && window.opened === true`,
  },
];
