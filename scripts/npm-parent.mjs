const LOOK_EVERY_MS = 500

/**
 * Stops this process in order once the npm that started it is gone, as after `kill -9`: nobody could stop it by npm any
 * more, and it would keep its port and folder. npm, or the shell that it starts scripts with, is the parent and waits to
 * the end, also after `nohup`, `setsid` or the end of a login. Whoever was started in another way may change its parent.
 */
export function stopWithNpm() {
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
