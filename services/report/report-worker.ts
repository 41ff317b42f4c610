import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ReportMaterial } from './material.ts'

// Linux alone counts niceness by the thread: elsewhere the whole product would step back.
if (process.platform === 'linux') {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Where it is not allowed, reports take their turn like all else.
  }
}

// Only now: to load all this is more work than the report itself.
const { makeReport } = await import('./make-report.ts')

// Whoever sends waits for the answer before the next: one report at a time.
parentPort?.on('message', async (material: ReportMaterial) => {
  try {
    parentPort?.postMessage({ bytes: await makeReport(material) })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})
