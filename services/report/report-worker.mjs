// In the sources alone: Node 20 reads no TypeScript. In dist/, report-worker.ts itself is bundled under this name.
import { register } from 'tsx/esm/api'

register()
// Before the worker steps back: behind a busy test run it would wait for minutes until all is compiled.
await import('./make-report.ts')
await import('./report-worker.ts')
