# Qt: rows in a list that scrolls, and a button over another. Each press is a line in the given file.
import sys
from PyQt5.QtWidgets import QApplication, QPushButton, QScrollArea, QVBoxLayout, QWidget

application = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Reach")
window.resize(500, 400)
layout = QVBoxLayout(window)


def note(name):
    with open(sys.argv[1], "a") as file:
        file.write(f"{name}\n")


def button(name, parent=None):
    made = QPushButton(name, parent)
    made.clicked.connect(lambda: note(name))
    return made


# The fourth row is half in sight.
rows = QWidget()
for index in range(10):
    button(f"Row {index + 1}", rows).setGeometry(0, index * 40, 300, 40)
rows.resize(300, 400)
area = QScrollArea()
area.setFixedHeight(142)
area.setWidget(rows)
layers = QWidget()
layers.setFixedHeight(60)
button("Whole", layers).setGeometry(0, 10, 100, 40)
button("Half", layers).setGeometry(120, 10, 200, 40)
button("Over", layers).setGeometry(0, 0, 230, 60)
for part in (area, layers, button("Last")):
    layout.addWidget(part)
window.show()
application.exec_()
