// Starts the process that decodes pictures, prints its id, and then waits to be killed.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const child = fork(fileURLToPath(new URL('../image-child.mjs', import.meta.url)), { env: {} })
child.on('message', () => console.log(`started ${child.pid}`))
