// Node 20 reads no TypeScript. In dist/, report-worker.ts itself has this name.
import { register } from 'tsx/esm/api'

register()
// Compiled before the priority is lowered, or it takes minutes on a busy machine.
await import('./workbook.ts')
await import('./report-worker.ts')
