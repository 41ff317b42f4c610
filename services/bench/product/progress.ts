import { numberText } from '../report/statistics.ts'

export interface FillProgress {
  reached(done: number): void
}

const REPORT_EVERY_MS = 15_000

/** `1,200,000 of 10,000,000 events, 41,000 a second, 3.6 min to go`. */
export function progressText(what: string, done: number, seconds: number, total?: number): string {
  const rate = done / seconds
  const speed = `${numberText(Math.round(rate))} a second`
  if (total === undefined) return `${numberText(done)} ${what}, ${speed}`
  const minutes = rate > 0 ? ((total - done) / rate / 60).toFixed(1) : '?'
  return `${numberText(done)} of ${numberText(total)} ${what}, ${speed}, ${minutes} min to go`
}

export function createProgress(say: (line: string) => void, what: string, total?: number): FillProgress {
  const startedMs = performance.now()
  let reportedMs = startedMs
  return {
    reached: (done) => {
      const nowMs = performance.now()
      if (nowMs - reportedMs < REPORT_EVERY_MS) return
      reportedMs = nowMs
      say(progressText(what, done, (nowMs - startedMs) / 1_000, total))
    },
  }
}
