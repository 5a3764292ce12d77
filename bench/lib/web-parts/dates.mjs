// Days, times and spans of them, chosen from calendars that libraries draw.
import { click, modulePageOf, pageOf, press, type } from './page.mjs';

const jquery = 'jquery/dist/jquery.min.js';
const day = '<label for="day">Day</label> <input id="day" autocomplete="off">';

export const dates = [
  {
    name: 'flatpickr: a day',
    page: pageOf({
      title: 'Delivery',
      styles: ['flatpickr/dist/flatpickr.min.css'],
      body: day,
      scripts: ['flatpickr/dist/flatpickr.min.js'],
      script: `window.picker = flatpickr(day, { defaultDate: '2031-05-02' });`,
    }),
    task: 'Choose 17 May 2031',
    acts: [click('textbox', 'Day'), click('text', '17')],
    before: `day.value === '2031-05-02'`,
    done: `day.value === '2031-05-17'`,
  },
  {
    name: 'flatpickr: a span of days',
    page: pageOf({
      title: 'Holiday',
      styles: ['flatpickr/dist/flatpickr.min.css'],
      body: day,
      scripts: ['flatpickr/dist/flatpickr.min.js'],
      script: `window.picker = flatpickr(day, { mode: 'range', inline: true, now: '2031-05-01', defaultDate: null }); picker.jumpToDate('2031-05-01');`,
    }),
    task: 'Choose the days from 12 to 20 May 2031',
    acts: [click('text', '12'), click('text', '20')],
    before: `day.value === ''`,
    done: `day.value === '2031-05-12 to 2031-05-20'`,
  },
  {
    name: 'Pikaday: next month',
    page: pageOf({
      title: 'Delivery',
      styles: ['pikaday/css/pikaday.css'],
      body: day,
      scripts: ['pikaday/pikaday.js'],
      script: `window.picker = new Pikaday({ field: day, defaultDate: new Date(2031, 0, 5), setDefaultDate: true });`,
    }),
    task: 'Choose 14 February 2031',
    acts: [click('textbox', 'Day'), click('button', 'Next Month'), click('button', '14')],
    before: `picker.getDate().getMonth() === 0`,
    done: `picker.getDate().toDateString() === 'Fri Feb 14 2031'`,
  },
  {
    name: 'air-datepicker: a day',
    page: pageOf({
      title: 'Visit',
      styles: ['air-datepicker/air-datepicker.css'],
      body: day,
      scripts: ['air-datepicker/air-datepicker.js'],
      script: `window.picker = new AirDatepicker(day, { startDate: new Date(2031, 6, 1), dateFormat: 'yyyy-MM-dd',
locale: { days: [], daysShort: [], daysMin: ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'], months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'], monthsShort: [], today: 'Today', clear: 'Clear', firstDay: 1 } });`,
    }),
    task: 'Choose 9 July 2031',
    acts: [click('textbox', 'Day'), click('text', '9')],
    before: `day.value === ''`,
    done: `day.value === '2031-07-09'`,
  },
  {
    name: 'Litepicker: a day in a shown calendar',
    page: pageOf({
      title: 'Rental',
      body: '<div id="place"></div>',
      scripts: ['litepicker/dist/litepicker.umd.js'],
      script: `window.picker = new Litepicker.Litepicker({ element: place, inlineMode: true, startDate: new Date(2031, 2, 3) });`,
    }),
    task: 'Choose 21 March 2031',
    acts: [click('text', '21')],
    before: `picker.getStartDate().getDate() === 3`,
    done: `picker.getStartDate().getDate() === 21`,
  },
  {
    name: 'jQuery UI: date picker',
    page: pageOf({
      title: 'Party',
      styles: ['jquery-ui/dist/themes/base/jquery-ui.min.css'],
      body: day,
      scripts: [jquery, 'jquery-ui/dist/jquery-ui.min.js'],
      script: `$('#day').datepicker({ defaultDate: new Date(2031, 9, 1), dateFormat: 'yy-mm-dd' });`,
    }),
    task: 'Choose 3 November 2031',
    acts: [click('textbox', 'Day'), click('text', 'Next'), click('link', '3')],
    before: `day.value === ''`,
    done: `day.value === '2031-11-03'`,
  },
  {
    name: 'MUI: date picker of sections',
    page: modulePageOf({ title: 'Birth' }),
    script: `import dayjs from 'dayjs'; import { createRoot } from 'react-dom/client'; import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'; import { DesktopDatePicker, LocalizationProvider } from '@mui/x-date-pickers';
window.value = '2030-01-15'; createRoot(document.getElementById('root')).render(<LocalizationProvider dateAdapter={AdapterDayjs}><DesktopDatePicker label="Day" defaultValue={dayjs('2030-01-15')} onChange={(date) => { window.value = date?.format('YYYY-MM-DD'); }} /></LocalizationProvider>);`,
    task: 'Choose 22 January 2030 in the calendar',
    acts: [click('button', 'Choose date, selected date is Jan 15, 2030'), click('gridcell', '22')],
    before: `window.value === '2030-01-15' && !!document.querySelector('button')`,
    done: `window.value === '2030-01-22'`,
  },
  {
    name: 'Ant Design: date picker',
    page: pageOf({
      title: 'Shift',
      styles: ['antd/dist/reset.css'],
      body: '<label for="day">Day</label> <div id="root"></div>',
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'dayjs/dayjs.min.js',
        'antd/dist/antd.min.js',
      ],
      script: `ReactDOM.createRoot(root).render(React.createElement(antd.DatePicker, { id: 'day', defaultValue: dayjs('2031-08-04'), onChange: (date, text) => { window.value = text; } }));`,
    }),
    task: 'Choose 28 August 2031',
    acts: [click('textbox', 'Day'), click('text', '28', { nth: 0 })],
    before: `window.value === undefined && day.value === '2031-08-04'`,
    done: `window.value === '2031-08-28'`,
    async play(page) {
      await page.locator('#day').click();
      await page.getByTitle('2031-08-28').click();
    },
  },
  {
    name: 'Element Plus: time picker',
    page: pageOf({
      title: 'Opening',
      styles: ['element-plus/dist/index.css'],
      body: '<div id="app"><el-time-select v-model="time" start="08:30" step="00:15" end="12:30" placeholder="Opens at" aria-label="Opens at" style="width:240px"></el-time-select></div>',
      scripts: ['vue/dist/vue.global.prod.js', 'element-plus/dist/index.full.min.js'],
      script: `window.app = Vue.createApp({ data: () => ({ time: '' }) }).use(ElementPlus).mount('#app');`,
    }),
    task: 'Choose 10:15 as the time of opening',
    acts: [click('combobox', 'Opens at'), click('option', '10:15')],
    before: `app.time === ''`,
    done: `app.time === '10:15'`,
  },
  {
    name: 'FullCalendar: an event of a month',
    page: pageOf({
      title: 'Plan',
      styles: ['fullcalendar/main.min.css'],
      body: '<div id="place" style="width:800px;height:560px"></div>',
      scripts: ['fullcalendar/main.min.js'],
      script: `window.calendar = new FullCalendar.Calendar(place, { initialDate: '2031-03-01', height: 540, events: [{ title: 'Dentist', start: '2031-04-10' }], eventClick: ({ event }) => { window.pressed = event.title; } }); calendar.render();`,
    }),
    task: 'Go to April 2031 and press the event "Dentist"',
    // The arrows have no names.
    acts: [click('button', '', { nth: 1 }), click('text', 'Dentist')],
    before: `window.pressed === undefined && calendar.getDate().getMonth() === 2`,
    done: `window.pressed === 'Dentist'`,
    async play(page) {
      await page.locator('.fc-next-button').click();
      await page.getByText('Dentist').click();
    },
  },
  {
    name: 'Pikaday: type the day',
    page: pageOf({
      title: 'Return',
      styles: ['pikaday/css/pikaday.css'],
      body: day,
      scripts: ['pikaday/pikaday.js'],
      script: `window.picker = new Pikaday({ field: day, toString: (date) => date.toISOString().slice(0, 10), parse: (text) => new Date(text) });`,
    }),
    task: 'Type 2031-06-07 as the day and leave the field',
    acts: [type('textbox', 'Day', '2031-06-07'), press('Enter')],
    before: `picker.getDate() === null`,
    done: `picker.getDate()?.getFullYear() === 2031 && picker.getDate().getMonth() === 5`,
  },
];
