import { parentPort, workerData } from 'node:worker_threads'
import type { ReportMaterial } from './reports.ts'
import { makeReport } from './workbook.ts'

try {
  parentPort?.postMessage({ bytes: await makeReport(workerData as ReportMaterial) })
} catch (error) {
  parentPort?.postMessage({ error: String(error) })
}
