// Replaces the process that decodes pictures, and does what the bytes of its task say.
const MIB = 1024 * 1024
const refused = { code: 'image-too-large', detail: 'demasiado' }

async function hog() {
  const { register } = await import('tsx/esm/api')
  register()
  const { watchMemory } = await import('../../platform/observability/process-facts.ts')
  const taken = []
  watchMemory(process.memoryUsage.rss() + 100 * MIB, () => process.send({ refused }))
  setInterval(() => {
    taken.push(Buffer.alloc(10 * MIB, 1))
    if (taken.length === 100) process.send({ failed: 'the memory limit was not enforced' })
  }, 1)
}

process.on('disconnect', () => process.exit())
process.on('message', ({ bytes }) => {
  const deed = Buffer.from(bytes).toString()
  if (deed === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (deed === 'exit') process.exit(3)
  if (deed === 'block') for (;;);
  if (deed === 'junk') process.send({ image: { ref: '../../etc/passwd' } })
  if (deed === 'hog') void hog()
  if (deed === 'work') process.send({ failed: `by ${process.pid}` })
})
if (process.env.DATABASE_URL !== undefined) throw new Error('a setting of the api was passed on')
process.send({ ready: true })
