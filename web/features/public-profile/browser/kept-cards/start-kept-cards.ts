import { runCardWorker } from './card-worker.ts'
import type { WorkerScope } from './worker-scope.ts'

runCardWorker(globalThis as unknown as WorkerScope, () => Date.now())
