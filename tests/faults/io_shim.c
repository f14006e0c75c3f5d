// System calls on files below a folder, each of which can fail or be recorded.
//
// Preloaded into a process (LD_PRELOAD). Only calls on paths below the folder, and on files opened
// by such a path, are counted. `shim_arm` lets one of them fail, by its number; `shim_record` writes
// those that change files to a log, as lines of text with the data in hexadecimal.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_FILES 65536
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

enum { NEVER, ONCE, FROM_THEN_ON, SHORT };

static char folder[4096];
static size_t folder_length;
static long counted, wanted;
static int is_armed, how = NEVER, error_number;
static int log_file = -1;
static char failed_call[32];
static unsigned char is_ours[MAX_FILES];

void shim_arm(const char* path, int mode, long number, int error) {
    folder_length = strlen(path);
    memcpy(folder, path, folder_length + 1);
    how = mode;
    wanted = number;
    error_number = error;
    counted = 0;
    failed_call[0] = 0;
    is_armed = 1;
}

long shim_disarm(void) {
    is_armed = 0;
    return counted;
}

const char* shim_failed_call(void) { return failed_call; }

static void log_line(const char* format, ...) {
    char line[9000];
    va_list values;
    if (log_file < 0) return;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    syscall(SYS_write, log_file, line, length);
}

void shim_record(int file) { log_file = file; }

void shim_mark(const char* text) { log_line("mark %s\n", text); }

static int is_below(const char* path) {
    return is_armed && path && !strncmp(path, folder, folder_length) &&
           (path[folder_length] == '/' || path[folder_length] == 0);
}

static int is_file(int file) { return is_armed && file >= 0 && file < MAX_FILES && is_ours[file]; }

// Count a call; return whether it fails.
static int fails(const char* name) {
    ++counted;
    if (how == NEVER || how == SHORT || counted < wanted) return 0;
    if (how == ONCE && counted > wanted) return 0;
    if (!failed_call[0]) strncpy(failed_call, name, sizeof failed_call - 1);
    errno = error_number;
    return 1;
}

// Count a read or write; return how many bytes of it are done.
static size_t part_of(const char* name, size_t size) {
    if (how == SHORT && counted + 1 == wanted && size > 1) {
        strncpy(failed_call, name, sizeof failed_call - 1);
        return size / 2;
    }
    return size;
}

static void log_write(int file, off_t offset, const unsigned char* data, ssize_t size) {
    static const char digits[] = "0123456789abcdef";
    char text[8192];
    if (log_file < 0 || size <= 0) return;
    log_line("write %d %ld ", file, (long)offset);
    for (ssize_t at = 0; at < size;) {
        size_t length = 0;
        for (; at < size && length < sizeof text; ++at) {
            text[length++] = digits[data[at] >> 4];
            text[length++] = digits[data[at] & 15];
        }
        syscall(SYS_write, log_file, text, length);
    }
    log_line("\n");
}

static int opened(int (*call)(const char*, int, ...), const char* path, int flags, mode_t mode) {
    if (!is_below(path)) return call(path, flags, mode);
    if (fails("open")) return -1;
    struct stat before;
    int existed = fstatat(AT_FDCWD, path, &before, 0) == 0;
    int file = call(path, flags, mode);
    if (file >= 0 && file < MAX_FILES) {
        is_ours[file] = 1;
        int is_folder = existed && S_ISDIR(before.st_mode);
        log_line("%s %d %s\n", is_folder ? "folder" : existed ? "open" : "create", file, path);
        if (flags & O_TRUNC) log_line("truncate %d 0\n", file);
    }
    return file;
}

#define OPEN(name)                                   \
    int name(const char* path, int flags, ...) {     \
        va_list values;                              \
        va_start(values, flags);                     \
        mode_t mode = va_arg(values, int);           \
        va_end(values);                              \
        return opened(REAL(name), path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int close(int file) {
    int failed = 0;
    if (is_file(file)) {
        failed = fails("close");
        is_ours[file] = 0;
        log_line("close %d\n", file);
    } else if (file >= 0 && file < MAX_FILES) {
        is_ours[file] = 0;
    }
    int result = REAL(close)(file);  // Linux closes a file even if that fails
    if (!failed) return result;
    errno = error_number;
    return -1;
}

#define FCNTL(name)                                                              \
    int name(int file, int command, ...) {                                       \
        va_list values;                                                          \
        va_start(values, command);                                               \
        void* value = va_arg(values, void*);                                     \
        va_end(values);                                                          \
        int result = REAL(name)(file, command, value);                           \
        if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && is_file(file) && \
            result >= 0 && result < MAX_FILES) {                                 \
            is_ours[result] = 1;                                                 \
            log_line("copy %d %d\n", file, result);                              \
        }                                                                        \
        return result;                                                           \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

ssize_t read(int file, void* data, size_t size) {
    if (is_file(file)) {
        size = part_of("read", size);
        if (fails("read")) return -1;
    }
    return REAL(read)(file, data, size);
}

#define PREAD(name)                                                \
    ssize_t name(int file, void* data, size_t size, off_t offset) { \
        if (is_file(file)) {                                       \
            size = part_of("pread", size);                         \
            if (fails("pread")) return -1;                         \
        }                                                          \
        return REAL(name)(file, data, size, offset);               \
    }
PREAD(pread)
PREAD(pread64)

ssize_t write(int file, const void* data, size_t size) {
    if (!is_file(file)) return REAL(write)(file, data, size);
    size = part_of("write", size);
    if (fails("write")) return -1;
    off_t offset = lseek(file, 0, SEEK_CUR);
    ssize_t done = REAL(write)(file, data, size);
    log_write(file, offset, data, done);
    return done;
}

#define PWRITE(name)                                                     \
    ssize_t name(int file, const void* data, size_t size, off_t offset) { \
        if (!is_file(file)) return REAL(name)(file, data, size, offset); \
        size = part_of("pwrite", size);                                  \
        if (fails("pwrite")) return -1;                                  \
        ssize_t done = REAL(name)(file, data, size, offset);             \
        log_write(file, offset, data, done);                             \
        return done;                                                     \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

// Nothing is synced, which would take most of the time.
#define SYNC(name)                               \
    int name(int file) {                         \
        if (is_file(file)) {                     \
            if (fails(#name)) return -1;         \
            log_line("sync %d\n", file);         \
        }                                        \
        return 0;                                \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name)                                                      \
    int name(int file, off_t size) {                                        \
        if (is_file(file)) {                                                \
            if (fails("ftruncate")) return -1;                              \
            log_line("truncate %d %ld\n", file, (long)size);                \
        }                                                                   \
        return REAL(name)(file, size);                                      \
    }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define TWO_PATHS(name)                                                 \
    int name(const char* old, const char* new) {                        \
        int is_counted = is_below(old) || is_below(new);                \
        if (is_counted && fails(#name)) return -1;                      \
        int result = REAL(name)(old, new);                              \
        if (is_counted && !result) log_line(#name " %s\t%s\n", old, new); \
        return result;                                                  \
    }
TWO_PATHS(rename)
TWO_PATHS(link)

int linkat(int from, const char* old, int to, const char* new, int flags) {
    int is_counted = is_below(old) || is_below(new);
    if (is_counted && fails("link")) return -1;
    int result = REAL(linkat)(from, old, to, new, flags);
    if (is_counted && !result) log_line("link %s\t%s\n", old, new);
    return result;
}

int unlink(const char* path) {
    if (is_below(path) && fails("unlink")) return -1;
    int result = REAL(unlink)(path);
    if (is_below(path) && !result) log_line("unlink %s\n", path);
    return result;
}

int mkdir(const char* path, mode_t mode) {
    if (is_below(path) && fails("mkdir")) return -1;
    return REAL(mkdir)(path, mode);
}

int flock(int file, int operation) {
    if (is_file(file) && fails("flock")) return -1;
    return REAL(flock)(file, operation);
}

#define MMAP(name)                                                                          \
    void* name(void* address, size_t size, int access, int flags, int file, off_t offset) { \
        if (is_file(file) && fails("mmap")) return MAP_FAILED;                              \
        return REAL(name)(address, size, access, flags, file, offset);                      \
    }
MMAP(mmap)
MMAP(mmap64)
