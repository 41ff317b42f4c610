import { prepareClone, ROOT } from './ready.mjs'

const LOOK_EVERY_MS = 500

stopWithNpm()
await prepareClone({ build: true })
process.chdir(ROOT) // relative settings do not depend on the folder of the call
process.setSourceMapsEnabled(true)
await import(new URL('../dist/standalone.js', import.meta.url).href)

/** Stops when npm, its parent, is gone (`kill -9`): it would keep port and folder. Other parents may change. */
function stopWithNpm() {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env
  if (event !== 'start' || !script.includes('scripts/start.mjs')) return
  const npm = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  looking.unref()
}
