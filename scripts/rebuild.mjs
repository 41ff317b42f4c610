import { stampBuild } from './build.mjs'
import { prepareClone, ROOT } from './ready.mjs'

stampBuild(ROOT, '') // forces a build
await prepareClone({ build: true })
