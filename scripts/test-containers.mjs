import { prepareClone, ROOT } from './ready.mjs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

await prepareClone({ build: true })
// In this process's place as far as Node has one: signals of a terminal reach both, and it ends when the other has.
const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'tests/containers/run.ts')], {
  cwd: ROOT,
  stdio: 'inherit',
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.once('close', (code) => process.exit(code ?? 1))
