// Parts of GTK 4, with a header bar of its own, in a list that scrolls, on pages of a stack, in pop-ups. F6 puts a bar over the list. What is pressed is a line each in the given file.
imports.gi.versions.Gtk = '4.0';
const { Gdk, Gio, GLib, Gtk } = imports.gi;

Gtk.init();
const loop = GLib.MainLoop.new(null, false);
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

function box(orientation, ...children) {
  const made = new Gtk.Box({ orientation, spacing: 6 });
  for (const child of children) made.append(child);
  return made;
}
const down = Gtk.Orientation.VERTICAL;
const across = Gtk.Orientation.HORIZONTAL;

function field(name, widget) {
  widget.update_property([Gtk.AccessibleProperty.LABEL], [name]);
  widget.hexpand = true;
  return box(across, new Gtk.Label({ label: name }), widget);
}

/** A list of which the fifth row is half in sight. */
function list() {
  const rows = new Gtk.Box({ orientation: down });
  for (let row = 1; row <= 10; row++) {
    const made = button(`Row ${row}`);
    made.set_size_request(-1, 40);
    rows.append(made);
  }
  return new Gtk.ScrolledWindow({ min_content_height: 175, max_content_height: 175, child: rows });
}

/** Side by side, and narrower than the border of a window. */
function thin(...names) {
  const style = new Gtk.CssProvider();
  style.load_from_data('button.thin { min-width: 4px; min-height: 30px; padding: 0; margin: 0; border-width: 0; }', -1);
  Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION);
  const made = new Gtk.Box({ orientation: across });
  for (const name of names) {
    const one = new Gtk.Button({ css_classes: ['thin'] });
    one.update_property([Gtk.AccessibleProperty.LABEL], [name]);
    one.connect('clicked', () => note(name));
    made.append(one);
  }
  return made;
}

const window = new Gtk.Window({ title: 'Form', default_width: 420 });
const overlay = new Gtk.Overlay({ child: list() });
const bar = button('Bar');
bar.valign = Gtk.Align.START;
bar.set_size_request(-1, 60);
bar.visible = false;
overlay.add_overlay(bar);

const pages = new Gtk.Stack();
pages.add_titled(button('On first'), 'first', 'First');
pages.add_titled(button('On second'), 'second', 'Second');

const popover = new Gtk.Popover({ child: button('In pop-up', () => popover.popdown()) });
const menu = new Gio.Menu();
menu.append('Mark', 'form.mark');
menu.append('Clear', 'form.clear');
const actions = new Gio.SimpleActionGroup();
for (const name of ['mark', 'clear']) {
  const action = new Gio.SimpleAction({ name });
  action.connect('activate', () => note(name));
  actions.add_action(action);
}
window.insert_action_group('form', actions);

const header = new Gtk.HeaderBar();
header.pack_start(new Gtk.MenuButton({ label: 'More', popover }));
header.pack_end(new Gtk.MenuButton({ label: 'Menu', menu_model: menu }));
window.set_titlebar(header);

const size = Gtk.DropDown.new_from_strings(['Small', 'Large']);
const agree = new Gtk.CheckButton({ label: 'Agree' });
agree.connect('toggled', () => note(`Agree ${agree.active}`));
const ask = button('Ask', () => {
  const dialog = new Gtk.Window({ title: 'Sure?', modal: true, transient_for: window });
  dialog.set_child(button('Close', () => dialog.close()));
  dialog.present();
});
const lines = new Gtk.TextView({ height_request: 60 });
lines.update_property([Gtk.AccessibleProperty.LABEL], ['Lines']);

window.set_child(
  box(
    down,
    field('Name', new Gtk.Entry()),
    field('Code', new Gtk.PasswordEntry()),
    lines,
    field('Size', size),
    thin('Thin 1', 'Thin 2', 'Thin 3'),
    agree,
    ask,
    new Gtk.StackSwitcher({ stack: pages }),
    pages,
    overlay,
  ),
);
const keys = new Gtk.EventControllerKey();
keys.connect('key-pressed', (_keys, key) => {
  if (key === Gdk.KEY_F6) bar.visible = !bar.visible;
  return key === Gdk.KEY_F6;
});
window.add_controller(keys);
window.connect('close-request', () => loop.quit());
window.present();
loop.run();
