import { stopWithNpm } from './npm-parent.mjs'
import { prepareClone, ROOT } from './ready.mjs'

stopWithNpm()
await prepareClone({ build: true })
process.chdir(ROOT) // relative settings mean the same wherever this was called from
process.setSourceMapsEnabled(true)
await import(new URL('../dist/standalone.js', import.meta.url).href)
