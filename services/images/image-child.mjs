// In the sources alone: Node 20 reads no TypeScript. In dist/, image-child.ts itself is bundled under this name.
import { register } from 'tsx/esm/api'

register()
await import('./image-child.ts')
