import { prepareClone, ROOT } from './ready.mjs'

const LOOK_EVERY_MS = 500

stopWithNpm()
await prepareClone({ build: true })
process.chdir(ROOT) // relative settings mean the same wherever this was called from
process.setSourceMapsEnabled(true)
await import(new URL('../dist/standalone.js', import.meta.url).href)

/**
 * Stops this process in order once the npm that started it is gone, as after `kill -9`: nobody could stop it by npm any
 * more, and it would keep its port and folder. npm, or the shell that it starts scripts with, is the parent and waits to
 * the end, also after `nohup`, `setsid` or the end of a login. Whoever was started in another way may change its parent.
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
