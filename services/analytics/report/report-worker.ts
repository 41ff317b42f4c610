import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReportMaterial } from './reports.ts'

/** At 19 a report made no progress beside processes that keep both cores busy. */
const PRIORITY = 10

// Only Linux sets the priority by thread; elsewhere it would be the whole process's.
if (process.platform === 'linux') {
  try {
    setPriority(PRIORITY)
  } catch {
    // Without the right to do so the priority stays.
  }
}

// Loaded with low priority, because loading is more work than a report.
const { makeReport } = await import('./workbook.ts')

try {
  parentPort?.postMessage({ bytes: await makeReport(workerData as ReportMaterial) })
} catch (error) {
  parentPort?.postMessage({ error: String(error) })
}
