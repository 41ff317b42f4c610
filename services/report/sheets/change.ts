import { points, share, text, type Cell } from '../cells.ts'

/** A change from zero has no percentage. */
export function changeOf(now: number, before: number): Cell {
  if (before === 0) return now === 0 ? share(0) : text('Nuevo')
  return share((now - before) / before)
}

export const changeInPoints = (now: number, before: number): Cell =>
  points(Math.round((now - before) * 10) / 10)
