// The two screens of the device conformance suite, as a desktop application. F5 starts over.
Object.assign(imports.gi.versions, { Gtk: '3.0', Gdk: '3.0' });
const { Atk, Gdk, Gtk } = imports.gi;

Gtk.init(null);
const window = new Gtk.Window({ title: 'Start', default_width: 480, default_height: 320 });
window.connect('destroy', () => Gtk.main_quit());
window.connect('key-press-event', (_window, event) => {
  if (event.get_keyval()[1] !== Gdk.KEY_F5) return false;
  start();
  return true;
});

function show(title, children) {
  const old = window.get_child();
  if (old) old.destroy();
  const box = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL, spacing: 6, margin: 12 });
  for (const child of children) box.add(child);
  window.title = title;
  window.add(box);
  window.show_all();
}

function field(name, widget) {
  const row = new Gtk.Box({ spacing: 6 });
  const label = new Gtk.Label({ label: name });
  label.set_mnemonic_widget(widget);
  row.add(label);
  row.pack_start(widget, true, true, 0);
  return row;
}

function button(label, clicked) {
  const made = new Gtk.Button({ label });
  made.connect('clicked', clicked);
  return made;
}

function start() {
  const sizes = new Gtk.ComboBoxText();
  for (const size of ['Small', 'Large']) sizes.append_text(size);
  sizes.set_active(0);
  show('Start', [
    field('Name', new Gtk.Entry()),
    field('Code', new Gtk.Entry({ visibility: false, input_purpose: Gtk.InputPurpose.PASSWORD })),
    field('Size', sizes),
    button('Next', second),
  ]);
}

function second() {
  const heading = new Gtk.Label({ label: 'Second screen' });
  heading.get_accessible().set_role(Atk.Role.HEADING);
  show('Second', [heading, button('Done', start)]);
}

start();
Gtk.main();
