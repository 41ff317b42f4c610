import { aboutText, figure } from './text-table.ts'

interface Progress {
  readonly done: number
  readonly total: number
  /** Events that were read until now. */
  readonly count: number
}

export interface ProgressBar {
  show(progress: Progress): void
  end(): void
}

const DRAW_EVERY_MS = 100
const CELLS = 24
const STEP_PERCENT = 10
const CLEAR_LINE = '\r\u001b[K'

/** Redraws one line on a terminal; elsewhere prints a line every ten per cent. */
export function createProgressBar(out: {
  readonly isTerminal: boolean
  readonly write: (text: string) => void
  readonly clock: () => number
}): ProgressBar {
  const started = out.clock()
  let drawnAt = Number.NEGATIVE_INFINITY
  let said = 0

  function show(progress: Progress): void {
    const percent = percentOf(progress)
    const text = textOf(percent, progress, out.clock() - started)
    if (!out.isTerminal) {
      if (percent < said + STEP_PERCENT) return
      said = percent - (percent % STEP_PERCENT)
      out.write(`· ${text}\n`)
    } else if (out.clock() - drawnAt >= DRAW_EVERY_MS) {
      drawnAt = out.clock()
      out.write(`${CLEAR_LINE}${barOf(percent)} ${text}`)
    }
  }

  return { show, end: () => (out.isTerminal ? out.write(CLEAR_LINE) : undefined) }
}

const percentOf = ({ done, total }: Progress): number =>
  total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))

function textOf(percent: number, { done, total, count }: Progress, elapsedMs: number): string {
  const rate = elapsedMs > 0 ? Math.round((count / elapsedMs) * 1_000) : count
  const left = done > 0 && done < total ? (elapsedMs / 1_000) * (total / done - 1) : undefined
  const rest = left === undefined ? '' : `  quedan ${aboutText(left)}`
  return `${String(percent).padStart(3)} %  ${figure(count)} eventos  ${figure(rate)} eventos/s${rest}`
}

function barOf(percent: number): string {
  const full = Math.round((percent / 100) * CELLS)
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)}`
}
