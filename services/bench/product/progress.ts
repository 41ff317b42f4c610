export interface FillProgress {
  reached(done: number): void
}

const REPORT_EVERY_MS = 15_000

const shown = (count: number): string => Math.round(count).toLocaleString('en-US')

/** `1,200,000 of 10,000,000 events in the log, 41,000 a second, 3.6 min to go`. */
export function progressText(what: string, done: number, total: number, seconds: number): string {
  const rate = done / seconds
  const minutes = rate > 0 ? ((total - done) / rate / 60).toFixed(1) : '?'
  return `${shown(done)} of ${shown(total)} ${what}, ${shown(rate)} a second, ${minutes} min to go`
}

export function createProgress(
  say: (line: string) => void,
  { what, total, from = 0 }: { readonly what: string; readonly total: number; readonly from?: number },
): FillProgress {
  const startedMs = performance.now()
  let reportedMs = startedMs
  return {
    reached: (done) => {
      const nowMs = performance.now()
      if (nowMs - reportedMs < REPORT_EVERY_MS) return
      reportedMs = nowMs
      say(progressText(what, done - from, total - from, (nowMs - startedMs) / 1_000))
    },
  }
}
