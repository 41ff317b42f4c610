import { prepareClone, ROOT } from './ready.mjs'

const LOOK_EVERY_MS = 500

stopWithNpm()
await prepareClone({ build: true })
process.chdir(ROOT) // relative settings do not depend on the folder of the call
process.setSourceMapsEnabled(true)
await import(new URL('../dist/standalone.js', import.meta.url).href)

/**
 * Stops this process in order when the npm that started it is gone, e.g. after `kill -9`, because it would keep its port
 * and folder. npm, or its shell, is the parent and waits to the end, even after `nohup`, `setsid` or the end of a login.
 * A process that was started in another way may change its parent.
 */
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
