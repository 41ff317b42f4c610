export const SUBSCRIBED_AT = '2026-11-02T09:00:00.000-03:00'
const DUE_MS = Date.parse('2026-11-09T09:00:00.000-03:00')
/** Minutes become seconds. */
const SPEED = 30

/** A clock that begins when the first reminders are due. @param begunMs by the machine's clock */
export const nowOf =
  (begunMs: number, minutesAhead: number): (() => Date) =>
  () =>
    new Date(DUE_MS + minutesAhead * 60_000 + (Date.now() - begunMs) * SPEED)
