// A window whose buttons lie in front of each other, in a list that scrolls, under a pop-up. What happens is a line each in the given file: the name of what was pressed, and that the drop-down opened.
imports.gi.versions.Gtk = '3.0';
const { Gio, GLib, Gtk } = imports.gi;

Gtk.init(null);
const file = Gio.File.new_for_path(ARGV[0]);

function note(what) {
  const stream = file.append_to(Gio.FileCreateFlags.NONE, null);
  stream.write_all(`${what}\n`, null);
  stream.close(null);
}

function button(label, pressed = () => undefined) {
  const made = new Gtk.Button({ label });
  made.connect('clicked', () => {
    note(label);
    pressed();
  });
  return made;
}

function opened(title, { modal = false, button: inside }) {
  const made = new Gtk.Window({ title, modal, transient_for: modal ? window : null });
  // The second lies over all of the first, the dialog in its middle.
  made.set_default_size(...(modal ? [200, 100] : [560, 640]));
  made.add(inside);
  made.show_all();
  if (!modal) made.move(...window.get_position());
  made.present();
  return made;
}

/** A list of which the fifth row is half in sight. */
function list() {
  const rows = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL });
  for (let row = 1; row <= 10; row++) {
    const made = button(`Row ${row}`);
    made.set_size_request(-1, 40);
    rows.add(made);
  }
  const scrolled = new Gtk.ScrolledWindow({ min_content_height: 175, max_content_height: 175 });
  scrolled.add(rows);
  return scrolled;
}

function layers() {
  const overlay = new Gtk.Overlay();
  const under = new Gtk.Box({ homogeneous: true });
  under.add(button('Whole'));
  under.add(button('Half'));
  overlay.add(under);
  const over = button('Over');
  over.set_halign(Gtk.Align.START);
  over.set_size_request(330, 40);
  overlay.add_overlay(over);
  return overlay;
}

function popUp() {
  const opener = new Gtk.MenuButton({ label: 'More' });
  const popover = new Gtk.Popover();
  const inside = button('In the pop-up', () => popover.popdown());
  inside.show();
  popover.add(inside);
  opener.set_popover(popover);
  return opener;
}

const window = new Gtk.Window({ title: 'Reach', default_width: 460, default_height: 500 });
window.connect('destroy', () => Gtk.main_quit());
const box = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL, spacing: 6, margin: 12 });
const choice = new Gtk.ComboBoxText();
for (const label of ['Red', 'Green']) choice.append_text(label);
choice.set_active(0);
choice.connect('notify::popup-shown', () => choice.popup_shown && note('the list is open'));
const pressed = [
  button('Ask', () => opened('Sure?', { modal: true, button: button('Yes') })),
  button('Second', () => opened('Second window', { button: button('In the second') })),
  // The list opens when the test has looked.
  button('Open the list soon', () => GLib.timeout_add(GLib.PRIORITY_DEFAULT, 1_500, () => choice.popup())),
];
for (const part of [...pressed, choice, list(), layers(), popUp(), button('Last')]) box.add(part);
window.add(box);
window.show_all();
Gtk.main();
