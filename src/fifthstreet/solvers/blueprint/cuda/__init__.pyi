from fifthstreet.solvers.blueprint.cuda.sampler import GpuSampler as GpuSampler
