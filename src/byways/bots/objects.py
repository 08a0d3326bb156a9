"""Compiled functions kept as object code: a process that only calls them loads neither numba nor llvmlite, and so needs much less memory.

numba's intermediate code is optimised once more as a whole. What is left then refers to nothing outside of itself, so it runs wherever it
is put; code of which that is not true, or for anything but Linux on x86-64, is not kept. A file begins with a seal of all that it depends
on, itself included: what was made from other sources, by another version or for another processor is never run.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import mmap
import os
import platform
import re
import struct
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from itertools import takewhile
from pathlib import Path
from typing import Protocol

from byways.bots.compiled import notes_of, place_of

OUTSIDE = re.compile(r"^declare (?!.*@llvm\.)(.*\)).*$", re.MULTILINE)
TRAP = r"define internal \1 {\n  call void @llvm.trap()\n  unreachable\n}"
SYMBOL = "<I2xHQ8x"  # of an ELF file: where its name begins, the number of its section, its place there
TELLING = ("vendor_id", "cpu family", "model", "stepping", "flags")


class CFunction(Protocol):
    """What numba's `cfunc` makes, as far as it is used here."""

    @property
    def native_name(self) -> str: ...
    def inspect_llvm(self) -> str: ...


class Machine(Protocol):
    """What llvmlite compiles for."""

    def emit_object(self, module: object, /) -> bytes: ...


def files_of(name: str) -> list[Path]:
    return [note.with_suffix(".object") for note in notes_of(name)]


def keep(name: str, sources: Sequence[str], functions: Mapping[str, CFunction]) -> None:
    """Write object code of some of numba's C functions, which raise nothing and keep no memory, under names of ours."""
    code = movable(joined(functions), functions) if processor() else b""
    for file in files_of(name):
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            draft = file.with_suffix(f".{os.getpid()}")
            draft.write_bytes(seal_of(sources, code) + b"\n" + code)
            draft.replace(file)  # whole or not at all, whoever else writes or reads it
            return


def joined(functions: Mapping[str, CFunction]) -> bytes:
    """An ELF file of all functions together, where nothing is left that they do not need."""
    import llvmlite.binding as llvm

    whole, machine = llvm.parse_assembly(""), target()
    for known_as, function in functions.items():
        part = llvm.parse_assembly(alone(function.inspect_llvm()))
        part.get_function(function.native_name).name = known_as
        whole.link_in(part)
    for symbol in (*whole.functions, *whole.global_variables):
        if not symbol.is_declaration and symbol.name not in functions:
            symbol.linkage = "internal"
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    passes.getModulePassManager().run(whole, passes)
    return machine.emit_object(whole)


def movable(file: bytes, functions: Collection[str]) -> bytes:
    """Where each function begins, and the code of all; nothing at all if that cannot run wherever it is put."""
    import llvmlite.binding as llvm

    parts = {part.name(): (number, part.data()) for number, part in enumerate(llvm.ObjectFileRef.from_data(file).sections())}
    if b".rela.text" in parts:
        return b""
    (here, text), (_, symbols), (_, names) = (parts[name] for name in (b".text", b".symtab", b".strtab"))
    places = {names[name:].partition(b"\0")[0].decode(): place for name, at, place in struct.iter_unpack(SYMBOL, symbols) if at == here}
    starts = {name: places[name] for name in functions if name in places}
    return json.dumps(starts).encode() + b"\n" + text if len(starts) == len(functions) else b""


def alone(code: str) -> str:
    """Intermediate code that calls nothing of numba's or Python's: an error, which there is none of, would end the process."""
    declared = "" if "@llvm.trap()" in code else "declare void @llvm.trap()\n"
    return OUTSIDE.sub(TRAP, code) + declared


def kept(name: str, sources: Sequence[str]) -> bytes | None:
    """Object code of the sources as they are now, if there is any; it is empty where none can be kept, so that nobody tries again."""
    for file in files_of(name):
        with suppress(OSError):
            seal, _, code = file.read_bytes().partition(b"\n")
            if seal == seal_of(sources, code):
                return code
    return None


def loaded(code: bytes) -> Callable[[str], int]:
    """Where each function of object code is, by its name; a system may refuse with an OSError to run what was just written."""
    starts, _, text = code.partition(b"\n")
    memory = mmap.mmap(-1, len(text), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(text)
    begin, offsets = ctypes.c_char.from_buffer(memory), json.loads(starts)
    return lambda name: ctypes.addressof(begin) + int(offsets[name])  # as long as this is there, so is the code


def function_at(address: int, pointers: int) -> Callable[..., int]:
    """A function that takes so many pointers and gives back a number."""
    return ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * pointers)(address)


def seal_of(sources: Sequence[str], code: bytes) -> bytes:
    texts = [place_of(source).read_bytes() for source in (*sources, __name__)]
    made_by = f"{version('numba')} {version('llvmlite')} {processor()}"
    return hashlib.sha256(b"\0".join((*texts, made_by.encode(), code))).hexdigest().encode()


def processor() -> str:
    """What it is and all that it can do, so that it runs no other's code; nothing where none can be kept."""
    if sys.platform == "linux" and platform.machine() == "x86_64":
        with suppress(OSError), Path("/proc/cpuinfo").open() as file:
            return "".join(line for line in takewhile(str.strip, file) if line.startswith(TELLING))
    return ""


def features() -> str:
    import llvmlite.binding as llvm

    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:  # llvmlite does not know those of every processor
        return ""


def target() -> Machine:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple, cpu = llvm.Target.from_default_triple(), llvm.get_host_cpu_name()
    machine: Machine = triple.create_target_machine(cpu=cpu, features=features(), opt=3, reloc="pic", codemodel="small")
    return machine
