// What takes keys as terminals do: Ctrl+V is one of them, and Ctrl+Shift+V pastes.
imports.gi.versions.Gtk = '3.0';
const { Gtk, Gdk, Atk } = imports.gi;

Gtk.init(null);
const window = new Gtk.Window({ title: 'Terminal', default_width: 480, default_height: 320 });
window.connect('destroy', () => Gtk.main_quit());
const view = new Gtk.TextView({ visible: true });
view.get_accessible().set_role(Atk.Role.TERMINAL);
view.connect('key-press-event', (_view, event) => {
  const [, key] = event.get_keyval();
  const [, held] = event.get_state();
  if ((held & Gdk.ModifierType.CONTROL_MASK) === 0 || Gdk.keyval_to_lower(key) !== Gdk.KEY_v) return false;
  const isPaste = (held & Gdk.ModifierType.SHIFT_MASK) !== 0;
  if (isPaste) view.buffer.paste_clipboard(Gtk.Clipboard.get_default(Gdk.Display.get_default()), null, true);
  else view.buffer.insert_at_cursor('^V', -1);
  return true;
});
window.add(view);
window.show_all();
Gtk.main();
