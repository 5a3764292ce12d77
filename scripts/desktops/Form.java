// A form of Swing's own parts, for the trials: `java Form.java`.
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.nio.file.Files;
import javax.swing.*;

public class Form {
  public static void main(String[] arguments) {
    SwingUtilities.invokeLater(Form::show);
  }

  static <T extends JComponent> T named(String name, T part) {
    part.getAccessibleContext().setAccessibleName(name);
    return part;
  }

  static void show() {
    JFrame frame = new JFrame("Swing");
    JTextArea lines = named("Lines", new JTextArea(5, 30));
    JComboBox<String> size = named("Size", new JComboBox<>(new String[] {"Small", "Large"}));
    JComboBox<String> kind = named("Kind", new JComboBox<>(new String[] {"Round", "Square"}));
    kind.setEditable(true);
    JButton ask = new JButton("Ask");
    ask.addActionListener(pressed -> JOptionPane.showMessageDialog(frame, "Really?", "Sure?", JOptionPane.QUESTION_MESSAGE));
    JTable table = new JTable(new Object[][] {{"Cell 1", "Cell 2"}, {"Cell 3", "Cell 4"}}, new Object[] {"One", "Two"});
    JTabbedPane tabs = new JTabbedPane();
    tabs.addTab("First", new JLabel("One"));
    tabs.addTab("Second", new JLabel("Two"));
    JMenuItem save = new JMenuItem("Save as");
    save.setAccelerator(KeyStroke.getKeyStroke(KeyEvent.VK_S, InputEvent.CTRL_DOWN_MASK));
    save.addActionListener(pressed -> {
      JFileChooser chooser = new JFileChooser();
      if (chooser.showSaveDialog(frame) != JFileChooser.APPROVE_OPTION) return;
      try {
        Files.writeString(chooser.getSelectedFile().toPath(), lines.getText());
      } catch (java.io.IOException error) {
        frame.setTitle(error.getMessage());
      }
    });
    JMenuItem about = new JMenuItem("About");
    about.addActionListener(pressed -> frame.setTitle("About Swing"));
    JMenu menu = new JMenu("File");
    menu.add(save);
    menu.add(about);
    JMenuBar bar = new JMenuBar();
    bar.add(menu);
    frame.setJMenuBar(bar);
    frame.setLayout(new BoxLayout(frame.getContentPane(), BoxLayout.Y_AXIS));
    for (JComponent part : new JComponent[] {named("Name", new JTextField(20)), lines, size, kind, ask, table, tabs}) frame.add(part);
    frame.pack();
    frame.setVisible(true);
    frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
  }
}
