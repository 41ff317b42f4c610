import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { prepareClone, ROOT } from './ready.mjs'

await prepareClone({ build: true })
const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'tests/containers/run.ts')], {
  cwd: ROOT,
  stdio: 'inherit',
})
// The child ends its engine first, and Ctrl-C reaches it too, so this process waits for it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.once('error', () => process.exit(1)).once('close', (code) => process.exit(code ?? 1))
