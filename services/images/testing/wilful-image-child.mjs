// Replaces the process that decodes pictures, and does what the bytes of its task say.
const MIB = 1024 * 1024
const refused = { code: 'image-too-large', detail: 'demasiado' }

/** Takes more and more memory until the watch reports it. */
async function hog() {
  const { register } = await import('tsx/esm/api')
  register()
  const { watchMemory } = await import('@app/observability/memory-watch.ts')
  const taken = []
  const stop = watchMemory(process.memoryUsage.rss() + 100 * MIB, () => process.send({ refused, last: true }))
  const take = setInterval(() => {
    taken.push(Buffer.alloc(10 * MIB, 1))
    if (taken.length < 100) return
    clearInterval(take)
    stop()
    process.send({ failed: 'the memory limit was not enforced', last: true })
  }, 1)
}

process.on('disconnect', () => process.exit())
process.on('message', ({ bytes }) => {
  const deed = Buffer.from(bytes).toString()
  if (deed === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (deed === 'exit') process.exit(3)
  if (deed === 'block') for (;;);
  if (deed === 'junk') process.send({ image: { ref: '../../etc/passwd' }, last: false })
  if (deed === 'hog') void hog()
  if (deed === 'last') process.send({ failed: `by ${process.pid}`, last: true })
  if (deed === 'work') process.send({ failed: `by ${process.pid}`, last: false })
})
if (process.env.DATABASE_URL !== undefined) throw new Error('a setting of the api was passed on')
process.send({ ready: true })
