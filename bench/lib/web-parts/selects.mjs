// Choosing from lists that libraries draw: single, multiple, with search, with tags.
import { click, modulePageOf, pageOf, press, select, type, typeOn } from './page.mjs';

const jquery = 'jquery/dist/jquery.min.js';
const countries = ['Chile', 'Denmark', 'Egypt', 'Fiji', 'Ghana', 'Iceland'];
const options = countries.map((name) => `<option value="${name.slice(0, 2).toLowerCase()}">${name}</option>`).join('');
const field = (more = '') =>
  `<p><label for="place">Country</label></p><select id="place" ${more} style="width:300px">${more ? '' : '<option value="">Choose…</option>'}${options}</select>`;

export const selects = [
  {
    name: 'select2: one',
    page: pageOf({
      title: 'Address',
      styles: ['select2/dist/css/select2.min.css'],
      body: field(),
      scripts: [jquery, 'select2/dist/js/select2.min.js'],
      script: `$('#place').select2();`,
    }),
    task: 'Choose Ghana as the country',
    acts: [select('combobox', 'Country', 'Ghana')],
    before: `place.value === ''`,
    done: `place.value === 'gh'`,
    async play(page) {
      await page.locator('.select2-selection').click();
      await page.getByRole('option', { name: 'Ghana' }).click();
    },
  },
  {
    name: 'select2: several with search',
    page: pageOf({
      title: 'Visited',
      styles: ['select2/dist/css/select2.min.css'],
      body: field('multiple'),
      scripts: [jquery, 'select2/dist/js/select2.min.js'],
      script: `$('#place').select2({ placeholder: 'Countries' });`,
    }),
    task: 'Choose Fiji and Chile',
    acts: [click('searchbox', undefined), typeOn('Fij'), press('Enter'), typeOn('Chi'), press('Enter')],
    before: `$('#place').val().length === 0`,
    done: `$('#place').val().sort().join() === 'ch,fi'`,
  },
  {
    name: 'Choices: one',
    page: pageOf({
      title: 'Address',
      styles: ['choices.js/public/assets/styles/choices.min.css'],
      body: field(),
      scripts: ['choices.js/public/assets/scripts/choices.min.js'],
      script: `new Choices(place, { itemSelectText: '', shouldSort: false });`,
    }),
    task: 'Choose Egypt as the country',
    acts: [click('combobox', 'Country'), click('option', 'Egypt')],
    before: `place.value === ''`,
    done: `place.value === 'eg'`,
    async play(page) {
      await page.locator('.choices').click();
      await page.locator('.choices__item--choice', { hasText: 'Egypt' }).click();
    },
  },
  {
    name: 'Choices: take a tag away',
    page: pageOf({
      title: 'Tags',
      styles: ['choices.js/public/assets/styles/choices.min.css'],
      body: '<p><label for="place">Tags</label></p><input id="place" value="red,green,blue">',
      scripts: ['choices.js/public/assets/scripts/choices.min.js'],
      script: `window.choices = new Choices(place, { removeItemButton: true });`,
    }),
    task: 'Take the tag "green" away',
    acts: [click('button', 'Remove item: green')],
    before: `choices.getValue(true).length === 3`,
    done: `choices.getValue(true).join() === 'red,blue'`,
  },
  {
    name: 'Tom Select: several',
    page: pageOf({
      title: 'Team',
      styles: ['tom-select/dist/css/tom-select.css'],
      body: field('multiple'),
      scripts: ['tom-select/dist/js/tom-select.complete.min.js'],
      script: `window.chosen = new TomSelect(place, {});`,
    }),
    task: 'Choose Denmark and Iceland',
    acts: [click('combobox', 'Country'), click('option', 'Denmark'), click('option', 'Iceland')],
    before: `chosen.items.length === 0`,
    done: `chosen.items.slice().sort().join() === 'de,ic'`,
    async play(page) {
      await page.locator('.ts-control').click();
      for (const name of ['Denmark', 'Iceland']) await page.locator('.ts-dropdown .option', { hasText: name }).click();
    },
  },
  {
    name: 'Tom Select: make a new one',
    page: pageOf({
      title: 'Labels',
      styles: ['tom-select/dist/css/tom-select.css'],
      body: '<p><label for="place">Labels</label></p><input id="place" value="urgent">',
      scripts: ['tom-select/dist/js/tom-select.complete.min.js'],
      script: `window.chosen = new TomSelect(place, { create: true, persist: false });`,
    }),
    task: 'Add the label "later"',
    acts: [click('combobox', 'Labels'), typeOn('later'), press('Enter')],
    before: `chosen.items.join() === 'urgent'`,
    done: `chosen.items.join() === 'urgent,later'`,
  },
  {
    name: 'Chosen: search',
    page: pageOf({
      title: 'Address',
      styles: ['chosen-js/chosen.min.css'],
      body: field(),
      scripts: [jquery, 'chosen-js/chosen.jquery.min.js'],
      script: `$('#place').chosen();`,
    }),
    task: 'Choose Iceland as the country',
    acts: [click('text', 'Choose…'), typeOn('Ice'), press('Enter')],
    before: `place.value === ''`,
    done: `place.value === 'ic'`,
  },
  {
    name: 'Tagify: add and take away',
    page: pageOf({
      title: 'Keywords',
      styles: ['@yaireo/tagify/dist/tagify.css'],
      body: '<p>Keywords</p><input id="place" aria-label="Keywords" value="old">',
      scripts: ['@yaireo/tagify/dist/tagify.js'],
      script: `window.tags = new Tagify(place);`,
    }),
    task: 'Replace the keyword "old" by "new"',
    acts: [click('button', 'remove tag'), click('textbox', undefined), typeOn('new'), press('Enter')],
    before: `tags.value.map((tag) => tag.value).join() === 'old'`,
    done: `tags.value.map((tag) => tag.value).join() === 'new'`,
  },
  {
    name: 'react-select: one with search',
    page: modulePageOf({ title: 'Taste', body: '<p id="lab">Flavour</p><div id="root" style="width:300px"></div>' }),
    script: `import { createRoot } from 'react-dom/client'; import Select from 'react-select';
const options = ['Vanilla', 'Mango', 'Lemon', 'Fig'].map((label) => ({ label, value: label }));
window.value = ''; createRoot(document.getElementById('root')).render(<Select options={options} aria-labelledby="lab" onChange={(option) => { window.value = option.value; }} />);`,
    task: 'Choose Lemon',
    acts: [click('combobox', 'Flavour'), typeOn('Lem'), click('option', 'Lemon')],
    before: `window.value === '' && !!document.querySelector('[role=combobox]')`,
    done: `window.value === 'Lemon'`,
  },
  {
    name: 'react-select: clear several',
    page: modulePageOf({ title: 'Tastes', body: '<p id="lab">Flavours</p><div id="root" style="width:400px"></div>' }),
    script: `import { createRoot } from 'react-dom/client'; import Select from 'react-select';
const options = ['Vanilla', 'Mango', 'Lemon', 'Fig'].map((label) => ({ label, value: label }));
window.value = 'Vanilla,Mango'; createRoot(document.getElementById('root')).render(<Select isMulti options={options} defaultValue={options.slice(0, 2)} aria-labelledby="lab" onChange={(all) => { window.value = all.map((each) => each.value).join(); }} />);`,
    task: 'Take Vanilla away and add Fig',
    acts: [click('button', 'Remove Vanilla'), click('combobox', 'Flavours'), click('option', 'Fig')],
    before: `window.value === 'Vanilla,Mango' && !!document.querySelector('[role=combobox]')`,
    done: `window.value === 'Mango,Fig'`,
  },
  {
    name: 'downshift: combobox',
    page: modulePageOf({ title: 'Books' }),
    script: `import { useState } from 'react'; import { createRoot } from 'react-dom/client'; import { useCombobox } from 'downshift';
const books = ['Emma', 'Dune', 'Ulysses', 'Momo'];
function Books() { const [items, setItems] = useState(books);
const box = useCombobox({ items, onInputValueChange: ({ inputValue }) => setItems(books.filter((book) => book.toLowerCase().includes(inputValue.toLowerCase()))), onSelectedItemChange: ({ selectedItem }) => { window.value = selectedItem; } });
return <div><label {...box.getLabelProps()}>Book</label> <input {...box.getInputProps()} /><ul {...box.getMenuProps()}>{box.isOpen && items.map((item, index) => <li key={item} {...box.getItemProps({ item, index })}>{item}</li>)}</ul></div>; }
createRoot(document.getElementById('root')).render(<Books />);`,
    task: 'Choose the book Ulysses',
    acts: [type('combobox', 'Book', 'ulys'), click('option', 'Ulysses')],
    before: `window.value === undefined && !!document.querySelector('[role=combobox]')`,
    done: `window.value === 'Ulysses'`,
  },
  {
    name: 'Headless UI: list box',
    page: modulePageOf({ title: 'Assign' }),
    script: `import { useState } from 'react'; import { createRoot } from 'react-dom/client'; import { Label, Field, Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
function Assign() { const [who, setWho] = useState('Nobody'); window.value = who;
return <Field><Label>Assigned to</Label> <Listbox value={who} onChange={setWho}><ListboxButton>{who}</ListboxButton><ListboxOptions anchor="bottom" style={{ background: '#eee' }}>{['Nobody', 'Ada', 'Grace'].map((name) => <ListboxOption key={name} value={name}>{name}</ListboxOption>)}</ListboxOptions></Listbox></Field>; }
createRoot(document.getElementById('root')).render(<Assign />);`,
    task: 'Assign it to Grace',
    acts: [click('button', 'Assigned to'), click('option', 'Grace')],
    before: `window.value === 'Nobody'`,
    done: `window.value === 'Grace'`,
  },
  {
    name: 'MUI: select that opens with an animation',
    page: modulePageOf({ title: 'Age' }),
    script: `import { useState } from 'react'; import { createRoot } from 'react-dom/client'; import { FormControl, InputLabel, MenuItem, Select } from '@mui/material';
function Age() { const [age, setAge] = useState(''); window.value = age;
return <FormControl sx={{ width: 200 }}><InputLabel id="age-label">Age</InputLabel><Select labelId="age-label" label="Age" value={age} onChange={(event) => setAge(event.target.value)}>{[10, 20, 30].map((each) => <MenuItem key={each} value={each}>{each + ' years'}</MenuItem>)}</Select></FormControl>; }
createRoot(document.getElementById('root')).render(<Age />);`,
    task: 'Choose 20 years',
    acts: [select('combobox', 'Age', '20 years')],
    before: `window.value === ''`,
    done: `window.value === 20`,
  },
  {
    name: 'MUI: autocomplete',
    page: modulePageOf({ title: 'Films' }),
    script: `import { createRoot } from 'react-dom/client'; import { Autocomplete, TextField } from '@mui/material';
window.value = null; createRoot(document.getElementById('root')).render(<Autocomplete options={['Alien', 'Brazil', 'Casablanca']} sx={{ width: 300 }} onChange={(_event, value) => { window.value = value; }} renderInput={(params) => <TextField {...params} label="Film" />} />);`,
    task: 'Choose the film Brazil',
    acts: [type('combobox', 'Film', 'bra'), click('option', 'Brazil')],
    before: `window.value === null && !!document.querySelector('input')`,
    done: `window.value === 'Brazil'`,
  },
  {
    name: 'Ant Design: select',
    page: pageOf({
      title: 'Ward',
      body: '<label for="ward">Ward</label> <div id="root"></div>',
      styles: ['antd/dist/reset.css'],
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'dayjs/dayjs.min.js',
        'antd/dist/antd.min.js',
      ],
      script: `ReactDOM.createRoot(root).render(React.createElement(antd.Select, { id: 'ward', style: { width: 200 }, placeholder: 'Pick one', onChange: (value) => { window.value = value; },
options: ['North', 'South', 'West'].map((label) => ({ label, value: label })) }));`,
    }),
    task: 'Choose the ward South',
    acts: [click('combobox', 'Ward'), click('text', 'South')],
    before: `window.value === undefined && !!document.querySelector('#ward')`,
    done: `window.value === 'South'`,
  },
  {
    name: 'Ant Design: cascader',
    page: pageOf({
      title: 'Branch',
      body: '<label for="branch">Branch</label> <div id="root"></div>',
      styles: ['antd/dist/reset.css'],
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'dayjs/dayjs.min.js',
        'antd/dist/antd.min.js',
      ],
      script: `const level = (label, children) => ({ label, value: label, children });
ReactDOM.createRoot(root).render(React.createElement(antd.Cascader, { id: 'branch', style: { width: 240 }, onChange: (value) => { window.value = value.join('/'); },
options: [level('France', [level('Lyon'), level('Nice')]), level('Italy', [level('Rome'), level('Turin')])] }));`,
    }),
    task: 'Choose the branch Italy, Turin',
    acts: [click('combobox', 'Branch'), click('menuitemcheckbox', 'Italy'), click('menuitemcheckbox', 'Turin')],
    before: `window.value === undefined && !!document.querySelector('#branch')`,
    done: `window.value === 'Italy/Turin'`,
  },
  {
    name: 'Element Plus: select',
    page: pageOf({
      title: 'Zone',
      styles: ['element-plus/dist/index.css'],
      body: '<div id="app" style="width:240px"><el-select v-model="zone" placeholder="Zone" aria-label="Zone"><el-option v-for="each in zones" :key="each" :label="each" :value="each"></el-option></el-select></div>',
      scripts: ['vue/dist/vue.global.prod.js', 'element-plus/dist/index.full.min.js'],
      script: `window.app = Vue.createApp({ data: () => ({ zone: '', zones: ['Inner', 'Middle', 'Outer'] }) }).use(ElementPlus).mount('#app');`,
    }),
    task: 'Choose the zone Outer',
    acts: [click('combobox', 'Zone'), click('option', 'Outer')],
    before: `app.zone === ''`,
    done: `app.zone === 'Outer'`,
    async play(page) {
      await page.locator('.el-select').click();
      await page.getByRole('option', { name: 'Outer' }).click();
    },
  },
  {
    name: 'Shoelace: select in shadow roots',
    page: pageOf({
      title: 'Size',
      styles: ['@shoelace-style/shoelace/cdn/themes/light.css'],
      body: '<sl-select id="size" label="Size" style="width:240px"><sl-option value="s">Small</sl-option><sl-option value="m">Medium</sl-option><sl-option value="l">Large</sl-option></sl-select><script type="module" src="/lib/@shoelace-style/shoelace/cdn/shoelace.js"></script>',
    }),
    task: 'Choose the size Large',
    acts: [click('combobox', 'Size'), click('option', 'Large')],
    before: `!!customElements.get('sl-select') && !size.value`,
    done: `size.value === 'l'`,
  },
  {
    name: 'Material Web: outlined select',
    page: modulePageOf({
      title: 'Fruit',
      body: '<md-outlined-select id="fruit" label="Fruit"><md-select-option value="" selected><div slot="headline">None</div></md-select-option><md-select-option value="kiwi"><div slot="headline">Kiwi</div></md-select-option></md-outlined-select>',
    }),
    script: `import '@material/web/select/outlined-select.js'; import '@material/web/select/select-option.js'; window.ready = true;`,
    task: 'Choose Kiwi',
    acts: [click('combobox', 'Fruit'), click('option', 'Kiwi')],
    before: `window.ready && fruit.value === ''`,
    done: `fruit.value === 'kiwi'`,
  },
];
