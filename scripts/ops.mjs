import { prepareClone, ROOT } from './ready.mjs'

await prepareClone({ build: true })
process.env.INIT_CWD ??= process.cwd() // names of files mean those of the folder it was called from
process.chdir(ROOT) // and relative settings mean the same wherever that is
process.setSourceMapsEnabled(true)
await import(new URL('../dist/ops.js', import.meta.url).href)
