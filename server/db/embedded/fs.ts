import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
type Start = NonNullable<Awaited<ReturnType<Init>>['emscriptenOpts']['preRun']>

/** The part of Emscripten's Node file system that is patched. */
interface WithNodeFs {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/** PGlite's file layer with fsync. Without it, a crash of the machine would lose commits. */
export class DurableFs extends NodeFS {
  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const started = await super.init(pg, options)
    const durable = (module: unknown): void => {
      ;(module as WithNodeFs).NODEFS.stream_ops.fsync = (stream) => {
        try {
          fsyncSync(stream.nfd)
        } catch (error) {
          // An unwritten commit must not be acknowledged: end the thread. Its restart replays the write-ahead log.
          process.stderr.write(`fsync failed: ${String(error)}\n`)
          process.exit(1)
        }
        return 0
      }
    }
    const before = started.emscriptenOpts.preRun
    const preRun = [...(Array.isArray(before) ? before : before ? [before] : []), durable] as Start
    return { emscriptenOpts: { ...started.emscriptenOpts, preRun } }
  }
}

/** PGlite's default parameters without `-F`, which turns fsync off. */
export const START_PARAMS = [
  '--single',
  '-O',
  '-j',
  ...[
    'search_path=public',
    'exit_on_error=false',
    'log_checkpoints=false',
    'max_worker_processes=0',
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
    'io_method=sync',
    'max_parallel_maintenance_workers=0',
    'shared_buffers=16MB',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    'wal_sync_method=fsync',
  ].flatMap((setting) => ['-c', setting]),
]
