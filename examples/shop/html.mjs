/** Marks text that is HTML already. */
class Html {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/** Template tag: values are escaped, unless they are HTML made here; lists are joined; undefined, null and false are left out. */
export function html(strings, ...values) {
  return new Html(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

function render(value) {
  if (value === undefined || value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  return value instanceof Html ? value.text : escapeText(String(value));
}

function escapeText(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
