// Files that are handed over. The file is one that whoever does the task brings: `photo.png`, a picture of one pixel.
import { click, modulePageOf, pageOf, upload } from './page.mjs';

export const uploads = [
  {
    name: 'file: a field that is seen',
    page: pageOf({ title: 'Claim', body: '<label for="proof">Receipt</label> <input id="proof" type="file">' }),
    task: 'Hand in photo.png as the receipt',
    acts: [upload('button', 'Receipt', 'photo.png')],
    before: `proof.files.length === 0`,
    done: `proof.files[0]?.name === 'photo.png'`,
  },
  {
    name: 'file: a hidden field behind a button',
    page: pageOf({
      title: 'Profile',
      body: '<input id="hidden" type="file" hidden><button onclick="document.getElementById(\'hidden\').click()">Choose a photo</button>',
    }),
    task: 'Choose photo.png as the photo',
    acts: [upload('button', 'Choose a photo', 'photo.png')],
    before: `document.getElementById('hidden').files.length === 0`,
    done: `document.getElementById('hidden').files[0]?.name === 'photo.png'`,
  },
  {
    name: 'file: a field that is made when the button is pressed',
    page: pageOf({
      title: 'Import',
      body: '<button id="go">Import…</button>',
      script: `go.onclick = () => { const field = document.createElement('input'); field.type = 'file'; field.onchange = () => { window.got = field.files[0].name; }; field.click(); };`,
    }),
    task: 'Import photo.png',
    acts: [upload('button', 'Import…', 'photo.png')],
    before: `window.got === undefined`,
    done: `window.got === 'photo.png'`,
  },
  {
    name: 'Dropzone',
    page: pageOf({
      title: 'Attachments',
      styles: ['dropzone/dist/min/dropzone.min.css'],
      body: '<form class="dropzone" id="zone" action="/none"></form>',
      scripts: ['dropzone/dist/min/dropzone.min.js'],
      script: `Dropzone.autoDiscover = false; window.zone = new Dropzone('#zone', { autoProcessQueue: false, dictDefaultMessage: 'Drop files here to upload' });`,
    }),
    task: 'Attach photo.png',
    acts: [upload('button', 'Drop files here to upload', 'photo.png')],
    before: `window.zone?.files?.length === 0`,
    done: `window.zone.files[0]?.name === 'photo.png'`,
  },
  {
    name: 'FilePond',
    page: pageOf({
      title: 'Documents',
      styles: ['filepond/dist/filepond.min.css'],
      body: '<input type="file" id="place">',
      scripts: ['filepond/dist/filepond.min.js'],
      script: `window.pond = FilePond.create(place);`,
    }),
    task: 'Add photo.png to the documents',
    acts: [upload('text', 'Browse', 'photo.png')],
    before: `pond.getFiles().length === 0`,
    done: `pond.getFiles()[0]?.filename === 'photo.png'`,
  },
  {
    name: 'Uppy: dashboard',
    page: modulePageOf({ title: 'Media', styles: ['@uppy/core/dist/style.min.css', '@uppy/dashboard/dist/style.min.css'] }),
    script: `import Uppy from '@uppy/core'; import Dashboard from '@uppy/dashboard';
window.uppy = new Uppy().use(Dashboard, { inline: true, target: '#root', height: 360 });`,
    task: 'Add photo.png',
    acts: [upload('button', 'browse files', 'photo.png')],
    before: `window.uppy?.getFiles().length === 0 && !!document.querySelector('.uppy-Dashboard-browse')`,
    done: `uppy.getFiles()[0]?.name === 'photo.png'`,
  },
  {
    name: 'Ant Design: upload and take away',
    page: pageOf({
      title: 'Avatar',
      styles: ['antd/dist/reset.css'],
      body: '<div id="root"></div>',
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'dayjs/dayjs.min.js',
        'antd/dist/antd.min.js',
      ],
      script: `window.names = 'old.png'; ReactDOM.createRoot(root).render(React.createElement(antd.Upload, { beforeUpload: () => false, defaultFileList: [{ uid: '1', name: 'old.png', status: 'done' }], onChange: ({ fileList }) => { window.names = fileList.map((file) => file.name).join(); } }, React.createElement(antd.Button, null, 'Select a file')));`,
    }),
    task: 'Take old.png away and select photo.png',
    acts: [click('button', 'delete'), upload('button', 'Select a file', 'photo.png')],
    before: `window.names === 'old.png' && !!document.querySelector('#root button')`,
    done: `window.names === 'photo.png'`,
  },
];
