/* The instruction levels of this processor, as far as its operating system lets programs use them.
 * Compiled for any machine of the architecture, because it decides which core is safe to load. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject* levels(PyObject* self, PyObject* unused) {
    PyObject* found = PyList_New(0);
    const char* names[4];
    int count = 0;
    (void)self;
    (void)unused;
#if defined(__x86_64__)
    __builtin_cpu_init();
    /* The instructions that decide; every processor that has them has the others of the level. */
    if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt")) {
        names[count++] = "v2";
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
            __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
            names[count++] = "v3";
            if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                __builtin_cpu_supports("avx512vl"))
                names[count++] = "v4";
        }
    }
#elif defined(__aarch64__)
    names[count++] = "neon"; /* part of every 64-bit ARM */
#endif
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
