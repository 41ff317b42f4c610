// Node 20 reads no TypeScript. In dist/, image-child.ts itself has this name.
import { register } from 'tsx/esm/api'

register()
await import('./image-child.ts')
