import type { TouchScreen } from '@app/contracts/traffic/kinds.ts'

interface Device {
  readonly userAgent: string
  /** Undefined in Safari before 13. */
  readonly maxTouchPoints: number | undefined
  readonly screen: Pick<Screen, 'width' | 'height'>
  readonly isCoarse: boolean
}

/** The shorter side; the largest phones have some 480. */
const SMALL_PX_MAX = 500

/** The touch screen behind a user agent that names a desktop. No Mac is touched; of machines with Linux some laptops are. */
export function touchOf({ userAgent, maxTouchPoints, screen, isCoarse }: Device): TouchScreen | undefined {
  const isHidden = userAgent.includes('Macintosh') || (userAgent.includes('X11; Linux') && isCoarse)
  if (!isHidden || !maxTouchPoints || maxTouchPoints < 2) return undefined
  return Math.min(screen.width, screen.height) <= SMALL_PX_MAX ? 'small' : 'large'
}

/** A parameter of the present visit must not stay in an address that people copy, share and keep in the history. */
export function hideParameter(
  name: string,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
  state: unknown = history.state,
): void {
  const parts = search.slice(1).split('&')
  const rest = parts.filter((part) => part.split('=')[0] !== name).join('&')
  history.replaceState(state, '', pathname + (rest && `?${rest}`) + hash)
}
