import type { Range } from '@app/contracts/traffic/ranges.ts'
import { useSearchParams } from 'react-router-dom'
import { rangeOf } from './range-of.ts'

/** Kept in the address (`?range=1m`). */
export function useRange(): readonly [Range, (range: Range) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (chosen: Range) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set('range', chosen)
      return next
    })
  return [rangeOf(params), choose]
}
