// Whether every control that an aria snapshot names is among ours.

const interactive = new Set(
  'link button textbox checkbox combobox radio switch slider spinbutton searchbox menuitem menuitemcheckbox menuitemradio tab treeitem listbox'.split(
    ' ',
  ),
);
/** Our roles are finer: a password or a date is a text box to ARIA, and an element that is merely clickable keeps its role. */
const same = { password: 'textbox', date: 'textbox', file: 'button', color: 'textbox', summary: 'button', searchbox: 'textbox' };

/** Lines such as `- link "Home":` of a snapshot. Names may be escaped as in JSON, or a line be quoted as a whole as in YAML. */
export function snapshotControls(snapshot) {
  return snapshot.split('\n').flatMap((line) => {
    const text = line.trim().replace(/^- '(.*)':?.*$/, (_whole, inner) => `- ${inner.replaceAll("''", "'")}`);
    const [, role, name = '""'] = /^- ([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(text) ?? [];
    return role !== undefined && interactive.has(role) ? [{ role, name: JSON.parse(name) }] : [];
  });
}

/** At least as many of ours as of theirs must have that role and name. */
export function missingFrom(controls, theirs) {
  const left = controls.filter(({ visible }) => visible).map(({ role, name }) => key(role, name));
  return theirs.filter(({ role, name }) => {
    const found = left.indexOf(key(role, name));
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}

function key(role, name) {
  const flat = name
    .replace(/[\p{Co}\p{Cc}\u200b-\u200f\s]+/gu, ' ')
    .trim()
    .toLowerCase();
  return `${same[role] ?? role} ${flat}`;
}
