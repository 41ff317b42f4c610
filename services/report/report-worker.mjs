// Only in the sources, because Node 20 reads no TypeScript. dist/ has the bundled report-worker.ts under this
// name.
import { register } from 'tsx/esm/api'

register()
// Compiled before the priority is lowered: otherwise it takes minutes on a busy machine.
await import('./make-report.ts')
await import('./report-worker.ts')
