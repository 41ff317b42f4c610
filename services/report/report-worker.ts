import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ReportMaterial } from './material.ts'

// Only Linux sets the priority by thread; elsewhere the whole process would get it.
if (process.platform === 'linux') {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Without the right to do so, the priority stays.
  }
}

// Loaded with low priority, because loading is more work than a report.
const { makeReport } = await import('./make-report.ts')

// The sender waits for the answer before it sends the next.
parentPort?.on('message', async (material: ReportMaterial) => {
  try {
    parentPort?.postMessage({ bytes: await makeReport(material) })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})
