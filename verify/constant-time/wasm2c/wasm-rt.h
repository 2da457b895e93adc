// The runtime for wasm2c's output: one module with one memory, no imports and no table in use. A trap ends the program.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

#define WABT_BIG_ENDIAN 0
#define WASM_RT_ALLOW_SEGUE 0
#define WASM_RT_MEMCHECK_GUARD_PAGES 0
#define WASM_RT_STACK_DEPTH_COUNT 0

#define wasm_rt_memcpy memcpy
#define wasm_rt_unreachable abort
#define wasm_rt_trap(kind) abort()

typedef enum { WASM_RT_I32, WASM_RT_I64, WASM_RT_F32, WASM_RT_F64, WASM_RT_V128 } wasm_rt_type_t;

typedef struct {
  uint8_t* data;
  uint64_t pages, max_pages, size;
  bool is64;
} wasm_rt_memory_t;

static inline void wasm_rt_allocate_memory(wasm_rt_memory_t* memory, uint64_t pages, uint64_t max_pages, bool is64) {
  memory->size = pages * 65536;
  memory->data = (uint8_t*)calloc(1, memory->size);
  if (memory->data == NULL) abort();
  memory->pages = pages;
  memory->max_pages = max_pages;
  memory->is64 = is64;
}

static inline void wasm_rt_free_memory(wasm_rt_memory_t* memory) { free(memory->data); }
static inline bool wasm_rt_is_initialized(void) { return true; }

// Tables, which the output defines functions for all the same.
typedef const char* wasm_rt_func_type_t;
typedef void (*wasm_rt_function_ptr_t)(void);
typedef struct wasm_rt_tailcallee_t {
  void (*fn)(void** instance_ptr, void* tail_call_stack, struct wasm_rt_tailcallee_t* next);
} wasm_rt_tailcallee_t;
typedef struct {
  wasm_rt_func_type_t func_type;
  wasm_rt_function_ptr_t func;
  wasm_rt_tailcallee_t func_tailcallee;
  void* module_instance;
} wasm_rt_funcref_t;
typedef void* wasm_rt_externref_t;
typedef struct {
  wasm_rt_funcref_t* data;
  uint32_t max_size, size;
} wasm_rt_funcref_table_t;
typedef struct {
  wasm_rt_externref_t* data;
  uint32_t max_size, size;
} wasm_rt_externref_table_t;
#define wasm_rt_funcref_null_value ((wasm_rt_funcref_t){NULL, NULL, {NULL}, NULL})
#define wasm_rt_externref_null_value ((wasm_rt_externref_t)NULL)
