"""Modules joined into one script do what they do apart."""

import subprocess
import sys
from pathlib import Path

from numduel.web.page import join_modules

NODE = Path(sys.executable).with_name("node")


def test_joined_modules_say_what_they_say_apart(tmp_path):
    modules = {
        "first.js": 'import { add, Two as Pair } from "./parts/add.js";\n'
        'import {\n  step,\n  START,\n} from "./parts/step.js";\n'
        "const hidden = 1;\n"
        "console.log(add(START, step(hidden)), new Pair().two);\n",
        "parts/add.js": 'import { step } from "./step.js";\n'
        'console.log("add begins");\n'
        "const hidden = 2;\n"
        "export function add(a, b) {\n  return step(a + b) + hidden + later;\n}\n"
        "const later = 100;\n"
        "export class Two {\n  two = 2;\n}\n",
        "parts/step.js": 'console.log("step begins");\n'
        "const hidden = 10,s=(a)=>a*hidden;const START = 3;export{s as step,START};\n",
    }
    for name, text in modules.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "joined.js").write_text(join_modules(modules, "first.js"))
    apart, joined = (
        subprocess.run([NODE, name], cwd=tmp_path, capture_output=True, text=True, check=True)
        for name in ("first.js", "joined.js")
    )
    assert joined.stdout == apart.stdout == "step begins\nadd begins\n232 2\n"
