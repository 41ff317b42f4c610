// Only in the sources, because Node 20 reads no TypeScript. dist/ has the bundled image-child.ts under this
// name.
import { register } from 'tsx/esm/api'

register()
await import('./image-child.ts')
