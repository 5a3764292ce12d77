// Forms: masks, codes, steps, fields that depend on others, and what is copied and pasted.
import { click, modulePageOf, pageOf, press, read, select, type, typeOn } from './page.mjs';

const jquery = 'jquery/dist/jquery.min.js';

export const forms = [
  {
    name: 'intl-tel-input: country and number',
    page: pageOf({
      title: 'Call me',
      styles: ['intl-tel-input/dist/css/intlTelInput.min.css'],
      body: '<label for="phone">Phone</label> <input id="phone" type="tel">',
      scripts: ['intl-tel-input/dist/js/intlTelInputWithUtils.min.js'],
      script: `window.phoned = window.intlTelInput(phone, { initialCountry: 'us' });`,
    }),
    task: 'Choose Norway as the country and enter 40612345',
    acts: [
      click('button', 'Change country for phone number, currently selected United States (+1)'),
      typeOn('Norw'),
      click('option', 'Norway'),
      type('textbox', 'Phone', '40612345'),
    ],
    before: `phone.value === ''`,
    done: `phoned.getNumber() === '+4740612345'`,
  },
  {
    name: 'Cleave: card number',
    page: pageOf({
      title: 'Card',
      body: '<label for="card">Card number</label> <input id="card">',
      scripts: ['cleave.js/dist/cleave.min.js'],
      script: `window.cleave = new Cleave(card, { creditCard: true });`,
    }),
    task: 'Enter the card number 4111111111111111',
    acts: [type('textbox', 'Card number', '4111111111111111')],
    before: `cleave.getRawValue() === ''`,
    done: `card.value === '4111 1111 1111 1111'`,
  },
  {
    name: 'IMask: phone',
    page: pageOf({
      title: 'Phone',
      body: '<label for="phone">Phone</label> <input id="phone">',
      scripts: ['imask/dist/imask.min.js'],
      script: `window.mask = IMask(phone, { mask: '+{7}(000)000-00-00', lazy: false });`,
    }),
    task: 'Enter the phone number +7 912 345 67 89',
    acts: [type('textbox', 'Phone', '9123456789')],
    before: `mask.unmaskedValue === '7'`,
    done: `phone.value === '+7(912)345-67-89'`,
  },
  {
    name: 'Inputmask: date',
    page: pageOf({
      title: 'Birth',
      body: '<label for="born">Born</label> <input id="born">',
      scripts: ['inputmask/dist/inputmask.min.js'],
      script: `Inputmask('99/99/9999').mask(born);`,
    }),
    task: 'Enter 24/12/1999',
    acts: [type('textbox', 'Born', '24121999')],
    before: `born.inputmask.unmaskedvalue() === ''`,
    done: `born.value === '24/12/1999'`,
  },
  {
    name: 'mask: money of a controlled field',
    page: modulePageOf({ title: 'Transfer' }),
    script: `import { useState } from 'react'; import { createRoot } from 'react-dom/client';
function Transfer() { const [cents, setCents] = useState(0); window.cents = cents; return <label>Amount <input inputMode="numeric" value={'€ ' + (cents / 100).toFixed(2)} onChange={(event) => setCents(Number(event.target.value.replace(/\\D/g, '')))} /></label>; }
createRoot(document.getElementById('root')).render(<Transfer />);`,
    task: 'Enter an amount of 12.50; the digits fill the field from the right',
    acts: [click('textbox', 'Amount'), press('End'), typeOn('1250')],
    before: `window.cents === 0`,
    done: `window.cents === 1250`,
  },
  {
    name: 'code: six boxes',
    page: pageOf({
      title: 'Verify',
      style: '.code input { width: 32px; font-size: 24px; text-align: center }',
      body: `<div class="code" role="group" aria-label="Code">${[1, 2, 3, 4, 5, 6].map((count) => `<input aria-label="Digit ${count}" maxlength="1" inputmode="numeric">`).join(' ')}</div>`,
      script: `const boxes = [...document.querySelectorAll('.code input')]; boxes.forEach((box, index) => { box.oninput = () => { if (box.value) boxes[index + 1]?.focus(); window.code = boxes.map((each) => each.value).join(''); };
box.onkeydown = ({ key }) => { if (key === 'Backspace' && !box.value) boxes[index - 1]?.focus(); }; box.onpaste = (event) => { event.preventDefault(); [...event.clipboardData.getData('text')].forEach((digit, at) => { if (boxes[at]) boxes[at].value = digit; }); window.code = boxes.map((each) => each.value).join(''); }; });`,
    }),
    task: 'Enter the code 802915',
    acts: [click('textbox', 'Digit 1'), typeOn('802915')],
    before: `window.code === undefined`,
    done: `window.code === '802915'`,
  },
  {
    name: 'wizard: three steps under one address',
    page: pageOf({
      title: 'Order',
      body: '<form id="form"></form>',
      script: `const steps = [['Step 1 of 3', '<label>Name <input name="who"></label>'], ['Step 2 of 3', '<label><input type="radio" name="size" value="S">Small</label> <label><input type="radio" name="size" value="L">Large</label>'], ['Step 3 of 3', '<label><input type="checkbox" name="ok">I accept</label>']]; const told = {}; let at = 0;
const show = () => { form.innerHTML = '<h2>' + steps[at][0] + '</h2>' + steps[at][1] + '<p>' + (at ? '<button type="button" id="prev">Back</button> ' : '') + '<button>' + (at === 2 ? 'Order' : 'Next') + '</button></p>'; if (at) prev.onclick = () => { at--; show(); }; };
form.onsubmit = (event) => { event.preventDefault(); Object.assign(told, Object.fromEntries(new FormData(form))); if (at === 2) { window.ordered = told; form.innerHTML = '<h2>Thank you</h2>'; } else { at++; show(); } }; show();`,
    }),
    task: 'Order a large one for Mia and accept in the last step',
    acts: [
      type('textbox', 'Name', 'Mia'),
      click('button', 'Next'),
      click('radio', 'Large'),
      click('button', 'Next'),
      click('checkbox', 'I accept'),
      click('button', 'Order'),
      read('Thank you'),
    ],
    before: `window.ordered === undefined`,
    done: `window.ordered?.who === 'Mia' && ordered.size === 'L' && ordered.ok === 'on'`,
  },
  {
    name: 'form: an error that names the field',
    page: pageOf({
      title: 'Register',
      body: '<form id="form" novalidate><p><label>User name <input id="user" aria-describedby="wrong"></label> <span id="wrong" role="alert"></span></p><button>Register</button></form>',
      script: `form.onsubmit = (event) => { event.preventDefault(); if (!/^[a-z]{3,8}[0-9]$/.test(user.value)) { wrong.textContent = 'It needs three to eight small letters and then one digit'; user.setAttribute('aria-invalid', 'true'); window.failed = true; } else window.registered = user.value; };`,
    }),
    task: 'Register as "Otter"; where the page refuses that, as "otter7"',
    acts: [
      type('textbox', 'User name', 'Otter'),
      click('button', 'Register'),
      read('then one digit'),
      type('textbox', 'User name', 'otter7'),
      click('button', 'Register'),
    ],
    before: `window.registered === undefined && window.failed === undefined`,
    done: `window.failed && window.registered === 'otter7'`,
  },
  {
    name: 'form: one select fills another',
    page: pageOf({
      title: 'Car',
      body: '<p><label>Make <select id="make"><option value="">Choose</option><option>Volvo</option><option>Fiat</option></select></label></p><p><label>Model <select id="model" disabled><option value="">Choose</option></select></label></p>',
      script: `make.onchange = () => { model.disabled = true; setTimeout(() => { model.innerHTML = '<option value="">Choose</option>' + { Volvo: ['EX30', 'V60'], Fiat: ['Panda', 'Uno'] }[make.value].map((each) => '<option>' + each + '</option>').join(''); model.disabled = false; }, 500); };`,
    }),
    task: 'Choose a Fiat Panda',
    acts: [select('combobox', 'Make', 'Fiat'), select('combobox', 'Model', 'Panda')],
    before: `make.value === '' && model.value === ''`,
    done: `make.value === 'Fiat' && model.value === 'Panda'`,
  },
  {
    name: 'form: suggestions that come late',
    page: pageOf({
      title: 'Address',
      body: '<label>Street <input id="street" role="combobox" aria-expanded="false" aria-controls="found" autocomplete="off"></label><ul id="found" role="listbox" aria-label="Streets"></ul>',
      script: `let turn = 0; street.oninput = () => { const mine = ++turn; found.innerHTML = ''; setTimeout(() => { if (mine !== turn || !street.value) return; street.setAttribute('aria-expanded', 'true'); for (const name of ['Oak Lane 1', 'Oak Lane 12', 'Oak Square 3'].filter((each) => each.toLowerCase().startsWith(street.value.toLowerCase()))) { const item = document.createElement('li'); item.setAttribute('role', 'option'); item.textContent = name; item.onmousedown = () => { street.value = name; found.innerHTML = ''; window.picked = name; street.setAttribute('aria-expanded', 'false'); }; found.append(item); } }, 600); };`,
    }),
    task: 'Choose "Oak Lane 12" among the suggestions',
    acts: [type('combobox', 'Street', 'Oak L'), click('option', 'Oak Lane 12')],
    before: `window.picked === undefined`,
    done: `window.picked === 'Oak Lane 12'`,
  },
  {
    name: 'autosize: a text area that grows',
    page: pageOf({
      title: 'Comment',
      body: '<label for="words">Comment</label><br><textarea id="words" rows="1" cols="30"></textarea><p><button onclick="window.posted = words.value">Post</button></p>',
      scripts: ['autosize/dist/autosize.min.js'],
      script: `autosize(words); window.low = words.offsetHeight;`,
    }),
    task: 'Post a comment of the three lines "a", "b" and "c"',
    acts: [click('textbox', 'Comment'), typeOn('a'), press('Enter'), typeOn('b'), press('Enter'), typeOn('c'), click('button', 'Post')],
    before: `window.posted === undefined`,
    done: `window.posted === 'a\\nb\\nc' && words.offsetHeight > low`,
  },
  {
    name: 'clipboard: copy and paste',
    page: pageOf({
      title: 'Invite',
      body: `<p><code id="secret">••••••</code> <button id="copy">Copy the link</button> <span id="said" role="status"></span></p><label>Paste here <input id="to"></label>`,
      script: `copy.onclick = async () => { await navigator.clipboard.writeText('https://example.org/i/8fk2'); said.textContent = 'Copied'; };`,
    }),
    task: 'Copy the link and paste it into the field',
    acts: [click('button', 'Copy the link'), read('Copied'), click('textbox', 'Paste here'), press('Control+V')],
    before: `to.value === ''`,
    done: `to.value === 'https://example.org/i/8fk2'`,
  },
  {
    name: 'password: show it',
    page: pageOf({
      title: 'Password',
      body: `<label for="pass">Password</label> <input id="pass" type="password" value="swan-9"> <button aria-pressed="false" onclick="pass.type = pass.type === 'password' ? 'text' : 'password'; this.setAttribute('aria-pressed', pass.type === 'text')" aria-label="Show the password">👁</button><p><label>Hint <input id="hint"></label></p>`,
    }),
    task: 'Show the password, and write "seen" as the hint',
    acts: [click('button', 'Show the password'), type('textbox', 'Hint', 'seen')],
    before: `pass.type === 'password'`,
    done: `pass.type === 'text' && hint.value === 'seen'`,
  },
  {
    name: 'Material Web: text field and checkbox in labels',
    page: modulePageOf({
      title: 'Bill',
      body: '<md-outlined-text-field id="city" label="City"></md-outlined-text-field><p><label><md-checkbox id="paper"></md-checkbox> On paper</label></p><md-filled-button id="go">Send</md-filled-button>',
    }),
    script: `import '@material/web/textfield/outlined-text-field.js'; import '@material/web/checkbox/checkbox.js'; import '@material/web/button/filled-button.js'; document.getElementById('go').onclick = () => { window.sent = document.getElementById('city').value + '/' + document.getElementById('paper').checked; }; window.ready = true;`,
    task: 'Enter the city Turin, choose paper, and send',
    acts: [type('textbox', 'City', 'Turin'), click('checkbox', 'On paper'), click('button', 'Send')],
    before: `window.ready && window.sent === undefined`,
    done: `window.sent === 'Turin/true'`,
    async play(page) {
      await page.getByRole('textbox').fill('Turin');
      await page.locator('md-checkbox').click();
      await page.getByRole('button').click();
    },
  },
  {
    name: 'Shoelace: inputs and switch',
    page: pageOf({
      title: 'Profile',
      styles: ['@shoelace-style/shoelace/cdn/themes/light.css'],
      body: '<sl-input id="nick" label="Nickname" clearable value="old"></sl-input><p><sl-switch id="mails">Send me letters</sl-switch></p><script type="module" src="/lib/@shoelace-style/shoelace/cdn/shoelace.js"></script>',
    }),
    task: 'Change the nickname to "wren" and have letters sent',
    acts: [type('textbox', 'Nickname', 'wren'), click('switch', 'Send me letters')],
    before: `!!customElements.get('sl-switch') && nick.value === 'old' && !mails.checked`,
    done: `nick.value === 'wren' && mails.checked`,
    async play(page) {
      await page.getByRole('textbox').fill('wren');
      await page.locator('sl-switch').click();
    },
  },
  {
    name: 'custom element: a field of its own in a label',
    page: pageOf({
      title: 'Booking',
      body: '<form id="form"><label>Persons <step-field name="persons"></step-field></label> <button>Book</button></form>',
      script: `customElements.define('step-field', class extends HTMLElement { static formAssociated = true; constructor() { super(); this.inner = this.attachInternals(); this.count = 1; const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<button type="button" aria-label="Fewer">−</button> <output>1</output> <button type="button" aria-label="More">+</button>';
const [less, more] = root.querySelectorAll('button'); const show = () => { root.querySelector('output').value = this.count; this.inner.setFormValue(String(this.count)); }; less.onclick = (event) => { event.preventDefault(); this.count--; show(); }; more.onclick = (event) => { event.preventDefault(); this.count++; show(); }; show(); } });
form.onsubmit = (event) => { event.preventDefault(); window.booked = new FormData(form).get('persons'); };`,
    }),
    task: 'Book for three persons',
    acts: [click('button', 'More'), click('button', 'More'), click('button', 'Book')],
    before: `window.booked === undefined`,
    done: `window.booked === '3'`,
  },
  {
    name: 'switch: one among several',
    page: pageOf({
      title: 'Notices',
      style:
        '[role=switch] { display: block; margin: 6px; padding: 8px; width: 240px; border: 1px solid } [aria-checked=true] { background: #bfb }',
      body: `${['Letters', 'Calls', 'Visits'].map((name) => `<div role="switch" tabindex="0" aria-checked="false" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">${name}</div>`).join('')}`,
    }),
    task: 'Turn the notices of calls on',
    acts: [click('switch', 'Calls')],
    before: `!document.querySelector('[aria-checked=true]')`,
    done: `[...document.querySelectorAll('[aria-checked=true]')].map((each) => each.textContent).join() === 'Calls'`,
  },
  {
    name: 'Vuetify: form with rules',
    page: pageOf({
      title: 'Sign up',
      styles: ['vuetify/dist/vuetify.min.css'],
      body: `<div id="app"><v-app><v-form @submit.prevent="sent = mail"><v-text-field v-model="mail" label="Email" :rules="[(text) => text.includes('@') || 'An address has an @']"></v-text-field><v-checkbox v-model="news" label="Newsletter"></v-checkbox><v-btn type="submit" :disabled="!mail.includes('@')">Sign up</v-btn></v-form></v-app></div>`,
      scripts: ['vue/dist/vue.global.prod.js', 'vuetify/dist/vuetify.min.js'],
      script: `window.app = Vue.createApp({ data: () => ({ mail: '', news: false, sent: '' }) }).use(Vuetify.createVuetify()).mount('#app');`,
    }),
    task: 'Sign up as eve@example.org with the newsletter',
    acts: [type('textbox', 'Email', 'eve@example.org'), click('checkbox', 'Newsletter'), click('button', 'Sign up')],
    before: `app.sent === '' && !app.news`,
    done: `app.sent === 'eve@example.org' && app.news`,
  },
  {
    name: 'daterangepicker: a span typed and applied',
    page: pageOf({
      title: 'Stay',
      styles: ['daterangepicker/daterangepicker.css'],
      body: '<label for="stay">Stay</label> <input id="stay" style="width:220px">',
      scripts: [jquery, 'moment/min/moment.min.js', 'daterangepicker/daterangepicker.js'],
      script: `$('#stay').daterangepicker({ startDate: '05/01/2031', endDate: '05/04/2031' });`,
    }),
    task: 'Choose the days from 8 to 15 May 2031 and apply them',
    acts: [click('textbox', 'Stay'), click('cell', '8', { nth: 0 }), click('cell', '15', { nth: 0 }), click('button', 'Apply')],
    before: `stay.value === '05/01/2031 - 05/04/2031'`,
    done: `stay.value === '05/08/2031 - 05/15/2031'`,
  },
];
