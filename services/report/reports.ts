import { Worker } from 'node:worker_threads'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { ReportMaterial } from './report-material.ts'

/** Made outside the event loop, so that a report never delays a tap. */
export interface Reports {
  /** @param accountId limits the waiting reports of one account. @throws Refusal unavailable */
  make(material: ReportMaterial, accountId: string): Promise<Buffer>
  stop(): Promise<void>
}

/** A report takes a second, but much longer beside many taps. */
const TIME_LIMIT_MS = 60_000
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }
const RETRY_SECONDS = 5
const UNAVAILABLE = 'No pudimos preparar el informe ahora. Inténtalo de nuevo en unos segundos.'
const WORKER = new URL('./report-worker.mjs', import.meta.url)

const unavailable = (): Refusal =>
  new Refusal('unavailable', UNAVAILABLE, { retryAfterSeconds: RETRY_SECONDS })

export interface ReportsOptions {
  /** After this time a report is refused. */
  readonly timeLimitMs?: number
  readonly worker?: URL
}

/** One after the other. */
export function createReports({
  timeLimitMs = TIME_LIMIT_MS,
  worker = WORKER,
}: ReportsOptions = {}): Reports {
  const stopping = new AbortController()
  /** Of each report that is made or waits. */
  const accounts: string[] = []
  let last: Promise<unknown> = Promise.resolve()
  async function makeNext(material: ReportMaterial, accountId: string): Promise<Buffer> {
    try {
      return await makeInWorker(worker, material, timeLimitMs, stopping.signal)
    } finally {
      accounts.splice(accounts.indexOf(accountId), 1)
    }
  }
  return {
    make: async (material, accountId) => {
      const own = accounts.filter((account) => account === accountId)
      if (accounts.length >= LIMITS.reportsWaitingMax || own.length >= LIMITS.reportsOfAccountMax)
        throw unavailable()
      accounts.push(accountId)
      const report = last.then(() => makeNext(material, accountId))
      last = report.catch(() => undefined)
      return report
    },
    stop: async () => {
      stopping.abort()
      await last
    },
  }
}

type Answer = { readonly bytes: Uint8Array } | { readonly error: string }

/** A thread for each report, whose memory goes with it. */
async function makeInWorker(
  program: URL,
  material: ReportMaterial,
  timeLimitMs: number,
  stopping: AbortSignal,
): Promise<Buffer> {
  if (stopping.aborted) throw unavailable()
  const worker = new Worker(program, { workerData: material, resourceLimits: MEMORY })
  worker.unref()
  const end = (): void => void worker.terminate()
  const timer = setTimeout(end, timeLimitMs).unref()
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
