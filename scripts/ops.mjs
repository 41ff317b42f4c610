import { prepareClone, ROOT } from './ready.mjs'

await prepareClone({ build: true })
process.env.INIT_CWD ??= process.cwd() // names of files are relative to the folder of the call
process.chdir(ROOT) // relative settings do not depend on it
process.setSourceMapsEnabled(true)
await import(new URL('../dist/ops.js', import.meta.url).href)
