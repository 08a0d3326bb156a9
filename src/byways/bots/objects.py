"""Compiled functions kept as object code: a process that only calls them needs no numba, and so much less memory.

Of numba only its intermediate code is used, of llvmlite what turns that into object code and loads it. A file begins with a seal of all
that it depends on, itself included: what was made from other sources, by another version or for another processor is never loaded.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from byways.bots.compiled import notes_of, place_of

OUTSIDE = re.compile(r"^declare (?!.*@llvm\.)(.*\)).*$", re.MULTILINE)
TRAP = r"define internal \1 {\n  call void @llvm.trap()\n  unreachable\n}"


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
    import llvmlite.binding as llvm

    whole = llvm.parse_assembly("")
    for known_as, function in functions.items():
        part = llvm.parse_assembly(alone(function.inspect_llvm()))
        part.get_function(function.native_name).name = known_as
        whole.link_in(part)
    code = target().emit_object(whole)
    for file in files_of(name):
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            draft = file.with_suffix(f".{os.getpid()}")
            draft.write_bytes(seal_of(sources, code) + b"\n" + code)
            draft.replace(file)  # whole or not at all, whoever else writes or reads it
            return


def alone(code: str) -> str:
    """Intermediate code that calls nothing of numba's or Python's: an error, which there is none of, would end the process."""
    declared = "" if "@llvm.trap()" in code else "declare void @llvm.trap()\n"
    return OUTSIDE.sub(TRAP, code) + declared


def kept(name: str, sources: Sequence[str]) -> bytes | None:
    """Object code of the sources as they are now, if there is any."""
    for file in files_of(name):
        with suppress(OSError):
            seal, _, code = file.read_bytes().partition(b"\n")
            if seal == seal_of(sources, code):
                return code
    return None


def loaded(code: bytes) -> Callable[[str], int]:
    """Where each function of object code is, by its name."""
    import llvmlite.binding as llvm

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address: Callable[[str], int] = engine.get_function_address
    return address


def function_at(address: int, pointers: int) -> Callable[..., int]:
    """A function that takes so many pointers and gives back a number."""
    return ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * pointers)(address)


def seal_of(sources: Sequence[str], code: bytes) -> bytes:
    import llvmlite.binding as llvm

    texts = [place_of(source).read_bytes() for source in (*sources, __name__)]
    made_by = f"{version('numba')} {version('llvmlite')} {llvm.get_default_triple()} {llvm.get_host_cpu_name()} {features()}"
    return hashlib.sha256(b"\0".join((*texts, made_by.encode(), code))).hexdigest().encode()


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
    machine: Machine = triple.create_target_machine(cpu=cpu, features=features(), opt=3, codemodel="jitdefault", jit=True)
    return machine
