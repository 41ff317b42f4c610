import { durationText } from '../../../ui/wording/relative-time.ts'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
/** The landing promises to answer within a day. */
const PROMISED_SECONDS = DAY_SECONDS

interface Promised {
  readonly text: string
  readonly isLate: boolean
}

function lateText(seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS)
  if (days === 0) return durationText(seconds)
  return `${days} ${days === 1 ? 'día' : 'días'}`
}

/** Time left to answer a request. A clock that runs behind grants no more than promised. */
export function promiseOf(requestedAtMs: number, nowMs: number): Promised {
  const left = Math.min(PROMISED_SECONDS, PROMISED_SECONDS - Math.floor((nowMs - requestedAtMs) / 1_000))
  const shown = Math.max(MINUTE_SECONDS, Math.abs(left))
  return left > 0
    ? { text: `vence en ${durationText(shown)}`, isLate: false }
    : { text: `venció hace ${lateText(shown)}`, isLate: true }
}
