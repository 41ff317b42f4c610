import { Worker } from 'node:worker_threads'
import type { UnifiedAnalytics, Insight } from '@app/contracts/analytics.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Range } from '@app/contracts/traffic/ranges.ts'

export interface ReportMaterial {
  readonly analytics: UnifiedAnalytics
  readonly insights: readonly Insight[]
  readonly pageAddress: string
  readonly customTitle: string
  readonly at: string
}

export const reportFileName = (range: Range, atMs: number): string =>
  `Resumen_Ejecutivo_${range}_${dayInSantiago(atMs)}.xlsx`

/** Made outside the event loop, so that a report never delays a tap. */
export interface Reports {
  /** @param ending when nobody waits for it any more. @throws Refusal unavailable */
  make(material: ReportMaterial, ending: AbortSignal): Promise<Buffer>
  stop(): Promise<void>
}

/** A report takes less than a second, but much longer beside many taps. */
const TIME_LIMIT_MS = 60_000
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }
const RETRY_SECONDS = 5
const UNAVAILABLE = 'No pudimos preparar el reporte ahora. Inténtalo de nuevo en unos segundos.'
const WORKER = new URL('./report-worker.mjs', import.meta.url)

const unavailable = (): Refusal =>
  new Refusal('unavailable', UNAVAILABLE, { retryAfterSeconds: RETRY_SECONDS })

export interface ReportsOptions {
  readonly timeLimitMs?: number
  readonly worker?: URL
}

export function createReports({
  timeLimitMs = TIME_LIMIT_MS,
  worker = WORKER,
}: ReportsOptions = {}): Reports {
  const stopping = new AbortController()
  return {
    make: (material, ending) =>
      makeInWorker(worker, material, timeLimitMs, AbortSignal.any([ending, stopping.signal])),
    stop: async () => stopping.abort(),
  }
}

type Answer = { readonly bytes: Uint8Array } | { readonly error: string }

async function makeInWorker(
  program: URL,
  material: ReportMaterial,
  timeLimitMs: number,
  stopping: AbortSignal,
): Promise<Buffer> {
  if (stopping.aborted) throw unavailable()
  const worker = new Worker(program, { workerData: material, resourceLimits: MEMORY })
  const end = (): void => void worker.terminate()
  const timer = setTimeout(end, timeLimitMs)
  stopping.addEventListener('abort', end)
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      worker.once('message', resolve)
      for (const over of ['error', 'exit']) worker.once(over, () => reject(unavailable()))
    })
    if ('error' in answer) throw new Error(answer.error)
    return Buffer.from(answer.bytes.buffer)
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', end)
    await worker.terminate()
  }
}
