import { spawn } from 'node:child_process'

const WATCH = 'while kill -0 "$1" 2>/dev/null; do sleep 0.5; done; kill -KILL "$2"'

/** A frozen process cannot notice that nobody is left to thaw it: a watcher does, and ends it. Returns the watch's end. */
export function endWithUs(pid: number): () => void {
  const watcher = spawn('sh', ['-c', WATCH, 'watcher', String(process.pid), String(pid)], {
    stdio: 'ignore',
    detached: true, // what ends us as a group does not end it
  })
  watcher.unref()
  return () => void watcher.kill()
}
