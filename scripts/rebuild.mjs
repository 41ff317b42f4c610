import { prepareClone, ROOT } from './ready.mjs'
import { stampBuild } from './stamps.mjs'

stampBuild(ROOT, '') // forces a build
await prepareClone({ build: true })
