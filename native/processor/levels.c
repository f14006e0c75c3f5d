/* The instruction levels of this processor, as far as its operating system lets programs use them.
 * Compiled for any machine of the architecture, because it decides which core is safe to load. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if defined(__x86_64__)
/* Asked of the processor itself: __builtin_cpu_supports needs a library that clang does not link by
 * itself on Windows (llvm-project issue 144630). */
enum { EAX, EBX, ECX, EDX };

static void cpuid(unsigned leaf, unsigned registers[4]) {
    __asm__("cpuid"
            : "=a"(registers[EAX]), "=b"(registers[EBX]), "=c"(registers[ECX]), "=d"(registers[EDX])
            : "0"(leaf), "2"(0));
}

static int has(unsigned flags, unsigned wanted) { return (flags & wanted) == wanted; }

/* Which registers the operating system saves when it switches between threads. */
static unsigned saved_registers(void) {
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/* The number of levels that the processor has, from v2 on. Tested are the instructions that decide;
 * every processor that has them has the others of the level. */
static int level_count(void) {
    const unsigned fma = 1u << 12, sse42 = 1u << 20, popcnt = 1u << 23, osxsave = 1u << 27;
    const unsigned bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8;
    const unsigned f = 1u << 16, dq = 1u << 17, cd = 1u << 28, bw = 1u << 30, vl = 1u << 31;
    const unsigned ymm = 6u, zmm = 0xE0u;
    unsigned basic[4], leaf[4];
    cpuid(0, leaf);
    const unsigned last_leaf = leaf[EAX];
    cpuid(1, basic);
    if (!has(basic[ECX], sse42 | popcnt)) return 0;
    if (last_leaf < 7 || !has(basic[ECX], osxsave | fma)) return 1;
    cpuid(7, leaf);
    const unsigned saved = saved_registers();
    if (!has(leaf[EBX], avx2 | bmi1 | bmi2) || !has(saved, ymm)) return 1;
    return has(leaf[EBX], f | dq | cd | bw | vl) && has(saved, zmm) ? 3 : 2;
}
#endif

static PyObject* levels(PyObject* self, PyObject* unused) {
    PyObject* found = PyList_New(0);
#if defined(__x86_64__)
    const char* const names[] = {"v2", "v3", "v4"};
    const int count = level_count();
#elif defined(__aarch64__)
    const char* const names[] = {"neon"}; /* part of every 64-bit ARM */
    const int count = 1;
#else
    const char* const names[] = {NULL};
    const int count = 0;
#endif
    (void)self;
    (void)unused;
    for (int i = 0; found && i < count; ++i) {
        PyObject* name = PyUnicode_FromString(names[i]);
        if (!name || PyList_Append(found, name) < 0) Py_CLEAR(found);
        Py_XDECREF(name);
    }
    return found;
}

static PyMethodDef methods[] = {
    {"levels", levels, METH_NOARGS, "Return the instruction levels of this processor, best last."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "processor",
    "What this processor can do.",
    -1,
    methods,
    NULL,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC PyInit_processor(void) { return PyModule_Create(&module); }
