// Decodes one picture, prints the id of its process, and then waits to be killed.
import { register } from 'tsx/esm/api'

register()
const { createImageProcess } = await import('../image-process.ts')
const { plain } = await import('./sample-pictures.ts')

const images = createImageProcess({ idleMs: 600_000 })
await images.render({ bytes: await plain('#123456'), kind: 'company-logo' })
console.log(`decoded by ${images.pid()}`)
setInterval(() => undefined, 1_000)
