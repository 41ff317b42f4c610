import { spawn } from 'node:child_process'

const WATCH = 'while kill -0 "$1" 2>/dev/null; do sleep 0.5; done; kill -KILL "$2"'

/** Ends a process after us, even a frozen one, by a watcher. Returns a function that ends the watcher. */
export function endWithUs(pid: number): () => void {
  const watcher = spawn('sh', ['-c', WATCH, 'watcher', String(process.pid), String(pid)], {
    stdio: 'ignore',
    detached: true, // survives the end of our process group
  })
  watcher.unref()
  return () => void watcher.kill()
}
