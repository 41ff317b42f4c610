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
const IDLE_MS = 30_000
/** Without limits the heap grows to 120 MB after a few reports. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }
const RETRY_SECONDS = 5
const UNAVAILABLE = 'No pudimos preparar el informe ahora. Inténtalo de nuevo en unos segundos.'
const WORKER = new URL('./report-worker.mjs', import.meta.url)

const unavailable = (): Refusal =>
  new Refusal('unavailable', UNAVAILABLE, { retryAfterSeconds: RETRY_SECONDS })

type Answer = { readonly bytes: Uint8Array } | { readonly error: string }
interface Job {
  readonly material: ReportMaterial
  readonly accountId: string
  resolve(report: Buffer): void
  reject(error: Error): void
}

const hasPlace = (jobs: readonly Job[], accountId: string): boolean =>
  jobs.length < LIMITS.reportsWaitingMax &&
  jobs.filter((job) => job.accountId === accountId).length < LIMITS.reportsOfAccountMax

export interface ReportsOptions {
  /** After this time the report and all waiting ones are refused. */
  readonly timeLimitMs?: number
  /** Ends an idle worker, to free its memory. */
  readonly idleMs?: number
  readonly worker?: URL
}

export function createReports(options: ReportsOptions = {}): Reports {
  const { timeLimitMs = TIME_LIMIT_MS, idleMs = IDLE_MS, worker: program = WORKER } = options
  const jobs: Job[] = []
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined

  async function end(error: Error): Promise<void> {
    const ended = worker
    worker = undefined
    clearTimeout(timer)
    for (const job of jobs.splice(0)) job.reject(error)
    await ended?.terminate()
  }

  function answered(answer: Answer): void {
    const job = jobs.shift()
    if ('bytes' in answer) job?.resolve(Buffer.from(answer.bytes.buffer))
    else job?.reject(new Error(answer.error))
    next()
  }

  const ofCurrent: WorkerListeners = {
    onAnswer: (from, answer) => {
      if (from === worker) answered(answer)
    },
    onOver: (from) => {
      if (from === worker) void end(unavailable())
    },
  }

  function next(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void end(unavailable()), jobs[0] === undefined ? idleMs : timeLimitMs).unref()
    if (jobs[0] === undefined) return
    worker ??= startWorker(program, ofCurrent)
    worker.postMessage(jobs[0].material)
  }

  return {
    make: (material, accountId) => {
      if (!hasPlace(jobs, accountId)) return Promise.reject(unavailable())
      return new Promise((resolve, reject) => {
        jobs.push({ material, accountId, resolve, reject })
        if (jobs.length === 1) next()
      })
    },
    stop: () => end(new Error('reports are stopped')),
  }
}

interface WorkerListeners {
  onAnswer(from: Worker, answer: Answer): void
  /** Called when the worker fails or ends. */
  onOver(from: Worker): void
}

function startWorker(program: URL, { onAnswer, onOver }: WorkerListeners): Worker {
  const worker = new Worker(program, { resourceLimits: MEMORY })
  const isOver = (): void => onOver(worker)
  worker.unref()
  worker.on('message', (answer: Answer) => onAnswer(worker, answer))
  worker.on('error', isOver)
  worker.on('exit', isOver)
  return worker
}
