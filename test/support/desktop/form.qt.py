# A Qt form with a table under it. What was entered, or selected in the table, is shown above them.
import sys
from PyQt5.QtWidgets import (
    QApplication, QCheckBox, QComboBox, QLabel, QLineEdit, QMenuBar, QMessageBox, QPushButton, QTableWidget, QTableWidgetItem,
    QVBoxLayout, QWidget,
)

application = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Qt")
window.resize(500, 500)
layout = QVBoxLayout(window)

result = QLabel("Nothing yet")
name = QLineEdit()
name.setAccessibleName("Name")
code = QLineEdit()
code.setAccessibleName("Code")
code.setEchoMode(QLineEdit.Password)
size = QComboBox()
size.addItems(["Small", "Large", "Huge"])
agree = QCheckBox("Agree")
enter = QPushButton("Enter")
enter.clicked.connect(
    lambda: result.setText(f"{name.text()}, {len(code.text())} characters, {size.currentText()}, {agree.isChecked()}")
)
columns = ["Item", "Price", "Red", "Green", "Blue", "White", "Black"]
table = QTableWidget(2000, len(columns))
table.setHorizontalHeaderLabels(columns)
for row in range(2000):
    for column, title in enumerate(columns):
        table.setItem(row, column, QTableWidgetItem(f"{title} {row + 1}"))
table.cellClicked.connect(lambda row, column: result.setText(f"Chosen {table.item(row, column).text()}"))

kind = QComboBox()
kind.setEditable(True)
kind.setAccessibleName("Kind")
kind.addItems(["Round", "Square"])
ask = QPushButton("Ask")
ask.clicked.connect(lambda: QMessageBox.question(window, "Sure?", "Really?"))
menu = QMenuBar()
menu.addMenu("File").addAction("Mark").triggered.connect(lambda: result.setText(f"Marked, {kind.currentText()}"))
layout.setMenuBar(menu)

for widget in (result, name, code, size, agree, enter, table, kind, ask):
    layout.addWidget(widget)
window.show()
application.exec_()
