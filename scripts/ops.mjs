import { ready } from './ready.mjs'

await ready({ build: true })
process.setSourceMapsEnabled(true)
await import(new URL('../dist/ops.js', import.meta.url).href)
