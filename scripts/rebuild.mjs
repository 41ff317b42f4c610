import { prepareClone, ROOT } from './ready.mjs'
import { stampBuild } from './stamps.mjs'

stampBuild(ROOT, '') // asked for by name: even when nothing has changed
await prepareClone({ build: true })
