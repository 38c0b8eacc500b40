/* The CUDA side: one thread block folds one round, its values in shared memory. */
#include <cuda_runtime.h>
#include <stdio.h>

#include "round.h"

#define THREADS 384
#define BLOCKS_PER_MULTIPROCESSOR 3

struct Shared {
    float leaf[LEAVES];
    float spread6[SPREADS6];
    float spread4[SPREADS4];
    float lone4[LONE4];
    float roll2[SPREADS2];
    float spread2[SPREADS2];
    float root;
    int32_t below[4 * CODE_ROW];
    uint8_t next[FACES * 16];
};

static Graph graph;
static float *table;
static int *list;
static unsigned long long *folded;
static long long table_size;
static char trouble[256];

static int failed(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return 0;
    snprintf(trouble, sizeof trouble, "%s: %s", what, cudaGetErrorString(error));
    return 1;
}

extern "C" const char *device_trouble(void) { return trouble; }

__global__ void __launch_bounds__(THREADS, BLOCKS_PER_MULTIPROCESSOR)
solve_states(Graph g, float *table, const int *list, int count, float still, unsigned long long *folded) {
    extern __shared__ float memory[];
    Shared *shared = (Shared *)memory;
    Room room;
    /* Leaves are needed until six dice are folded, lone values and mixed loads only before that. */
    room.leaf[0] = room.leaf[1] = shared->leaf;
    room.lone[0] = room.lone[1] = shared->spread6;
    room.mixed = shared->spread6 + LONE;
    room.spread6 = shared->spread6;
    room.spread5 = shared->leaf;
    room.roll4 = shared->leaf + SPREADS5;
    room.throws = shared->leaf + SPREADS5 + SPREADS4;
    room.lone4 = shared->lone4;
    room.spread4 = shared->spread4;
    room.roll2 = shared->roll2;
    room.spread2 = shared->spread2;
    room.root = &shared->root;
    room.next = shared->next;
    for (int item = threadIdx.x; item < 4 * CODE_ROW; item += blockDim.x) shared->below[item] = g.below[item];
    room.below = shared->below;
    __syncthreads();
    for (int item = blockIdx.x; item < count; item += gridDim.x) {
        int rounds = solve_pair(&g, &room, list[item], table, still);
        if (threadIdx.x == 0 && rounds) atomicAdd(folded, (unsigned long long)rounds);
    }
}

static int upload(const void **where, const void *from, size_t bytes, const char *what) {
    void *copy;
    if (failed(cudaMalloc(&copy, bytes), what)) return 1;
    if (failed(cudaMemcpy(copy, from, bytes, cudaMemcpyHostToDevice), what)) return 1;
    *where = copy;
    return 0;
}

/* Takes the tables (their addresses in the order of Graph, and their sizes) and the values so far. */
extern "C" int device_open(const void **tables, const long long *bytes, int count, const float *values, long long size,
                           int longest_list) {
    if (sizeof(Graph) != count * sizeof(void *)) {
        snprintf(trouble, sizeof trouble, "the tables do not fit this program");
        return 1;
    }
    const void **addresses = (const void **)&graph;
    for (int index = 0; index < count; index++)
        if (upload(&addresses[index], tables[index], (size_t)bytes[index], "copying the tables")) return 1;
    table_size = size;
    const void *copy;
    if (upload(&copy, values, (size_t)size * sizeof(float), "copying the values")) return 1;
    table = (float *)copy;
    if (failed(cudaMalloc((void **)&list, (size_t)longest_list * sizeof(int)), "room for a level")) return 1;
    if (failed(cudaMalloc((void **)&folded, sizeof *folded), "room for a counter")) return 1;
    return failed(cudaFuncSetAttribute(solve_states, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sizeof(Shared)),
                  "asking for shared memory");
}

/* Solves the states of a list, all of one level. Returns the rounds folded, or -1. */
extern "C" long long device_solve(const int *states, int count, float still) {
    int blocks_in_all = count;
    unsigned long long rounds = 0;
    if (failed(cudaMemcpy(list, states, (size_t)count * sizeof(int), cudaMemcpyHostToDevice), "copying a level")) return -1;
    if (failed(cudaMemset(folded, 0, sizeof *folded), "clearing a counter")) return -1;
    solve_states<<<blocks_in_all, THREADS, sizeof(Shared)>>>(graph, table, list, count, still, folded);
    if (failed(cudaGetLastError(), "starting a level")) return -1;
    if (failed(cudaDeviceSynchronize(), "solving a level")) return -1;
    if (failed(cudaMemcpy(&rounds, folded, sizeof rounds, cudaMemcpyDeviceToHost), "reading a counter")) return -1;
    return (long long)rounds;
}

extern "C" int device_read(float *values) {
    return failed(cudaMemcpy(values, table, (size_t)table_size * sizeof(float), cudaMemcpyDeviceToHost),
                  "reading the values");
}

extern "C" int device_close(void) {
    const void **addresses = (const void **)&graph;
    for (size_t index = 0; index < sizeof(Graph) / sizeof(void *); index++) cudaFree((void *)addresses[index]);
    cudaFree(table);
    cudaFree(list);
    return failed(cudaFree(folded), "giving memory back");
}

extern "C" int device_name(char *name, int room) {
    struct cudaDeviceProp properties;
    int count = 0;
    if (failed(cudaGetDeviceCount(&count), "looking for a CUDA device") || count == 0) return 1;
    if (failed(cudaGetDeviceProperties(&properties, 0), "asking the CUDA device")) return 1;
    snprintf(name, (size_t)room, "%s", properties.name);
    return 0;
}
