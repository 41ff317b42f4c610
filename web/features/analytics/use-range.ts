import { RANGES, type Range } from '@app/contracts/traffic/ranges.ts'
import { useSearchParams } from 'react-router-dom'

const DEFAULT_RANGE: Range = 'all-time'

/** Kept in the address (`?range=1m`). */
export function useRange(): readonly [Range, (range: Range) => void] {
  const [params, setParams] = useSearchParams()
  const asked = params.get('range')
  const range = RANGES.find((known) => known === asked) ?? DEFAULT_RANGE
  const choose = (chosen: Range) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set('range', chosen)
      return next
    })
  return [range, choose]
}
