# A Qt gallery: six tabs, one of them with tabs of its own, and between them what an explorer could get lost in.
import sys
from PyQt5.QtWidgets import (
    QApplication, QCheckBox, QComboBox, QFormLayout, QLabel, QLineEdit, QListWidget, QProgressBar, QPushButton, QRadioButton, QSlider,
    QSpinBox, QTabWidget, QTableWidget, QTableWidgetItem, QTextEdit, QToolButton, QVBoxLayout, QWidget,
)


def page(*widgets):
    widget = QWidget()
    layout = QVBoxLayout(widget)
    for one in widgets:
        layout.addWidget(one)
    return widget


def buttons():
    result = QLabel("Nothing yet")
    made = [QPushButton(name) for name in ["Push", "Flat", "Default", "Toggle", "Count", "Again"]]
    for button in made:
        button.clicked.connect(lambda _, name=button.text(): result.setText(name))
    made[3].setCheckable(True)
    return page(result, *made, *[QCheckBox(f"Option {letter}") for letter in "ABCD"], *[QRadioButton(f"Choice {letter}") for letter in "ABCD"])


def fields():
    widget = QWidget()
    layout = QFormLayout(widget)
    for name in ["First", "Second", "Third", "Fourth"]:
        field = QLineEdit()
        field.setAccessibleName(name)
        layout.addRow(name, field)
    layout.addRow("Amount", QSpinBox())
    layout.addRow("Text", QTextEdit())
    return widget


def lists():
    colours = QComboBox()
    colours.addItems(["Red", "Green", "Blue"])
    rows = QListWidget()
    rows.addItems([f"Row {number}" for number in range(1, 30)])
    table = QTableWidget(8, 3)
    for row in range(8):
        for column in range(3):
            table.setItem(row, column, QTableWidgetItem(f"Cell {row + 1}.{column + 1}"))
    return page(colours, rows, table)


def ranges():
    bar = QProgressBar()
    bar.setValue(40)
    return page(bar, QSlider(), QSpinBox(), QToolButton())


def nested():
    inner = QTabWidget()
    for name in ["Inner one", "Inner two", "Inner three"]:
        inner.addTab(page(QLabel(f"This is {name}"), QPushButton(f"Press {name}")), name)
    return page(inner)


application = QApplication(sys.argv)
window = QTabWidget()
window.setWindowTitle("Gallery")
window.resize(700, 600)
for name, make in {"Buttons": buttons, "Fields": fields, "Lists": lists, "Ranges": ranges, "Nested": nested}.items():
    window.addTab(make(), name)
window.addTab(page(QLabel("That was all of it.")), "About")
window.show()
application.exec_()
