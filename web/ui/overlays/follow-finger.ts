/** Let go beyond this part of its height, or while it moves as fast, a sheet closes. */
const FAR = 1 / 3
const FAST_PX_A_MS = 0.4
/** A finger that has rested is slow. */
const REST_MS = 80
const SETTLE_MS = 180
/** Before, a direction is chance. */
const SURE_PX = 3

interface Grip {
  readonly x: number
  readonly y: number
  isDragging: boolean
  down: number
  at: number
  speed: number
}

const isScrolled = (part: EventTarget): boolean => part instanceof Element && part.scrollTop > 0

/** One finger, where nothing is left to scroll up to: what scrolls within the sheet comes first. */
function gripOf(event: TouchEvent, sheet: HTMLElement): Grip | undefined {
  const [finger, second] = event.touches
  const path = event.composedPath()
  if (!finger || second || path.slice(0, path.indexOf(sheet) + 1).some(isScrolled)) return undefined
  return { x: finger.clientX, y: finger.clientY, isDragging: false, down: 0, at: event.timeStamp, speed: 0 }
}

/**
 * A sheet at the bottom of the window follows the finger that draws it down, until the signal.
 * By touches, because a browser takes a pointer away for its own scrolling, and Safari cannot be told to in one direction.
 */
export function followFinger(sheet: HTMLElement, onClose: () => void, signal: AbortSignal): void {
  let grip: Grip | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  const place = (to: string, ms: number): void => {
    Object.assign(sheet.style, { transition: `transform ${ms}ms`, transform: to })
  }
  const onStart = (event: TouchEvent): void => {
    if (grip?.isDragging) place('', SETTLE_MS)
    grip = gripOf(event, sheet)
  }
  const onMove = (event: TouchEvent): void => {
    const finger = event.touches[0]
    if (!grip || !finger) return
    const [right, down] = [Math.abs(finger.clientX - grip.x), finger.clientY - grip.y]
    if (!grip.isDragging && Math.max(right, Math.abs(down)) < SURE_PX) return
    if (!grip.isDragging && (down <= right || !event.cancelable)) {
      grip = undefined
      return
    }
    event.preventDefault()
    const speed = (down - grip.down) / Math.max(1, event.timeStamp - grip.at)
    Object.assign(grip, { isDragging: true, down, speed, at: event.timeStamp })
    place(`translateY(${Math.max(0, down)}px)`, 0)
  }
  const onEnd = ({ type, timeStamp }: TouchEvent): void => {
    const ended = grip
    grip = undefined
    if (!ended?.isDragging) return
    const isFast = ended.speed > FAST_PX_A_MS && timeStamp - ended.at < REST_MS
    const isLeft = type === 'touchend' && (isFast || ended.down > sheet.offsetHeight * FAR)
    place(isLeft ? 'translateY(100%)' : '', SETTLE_MS)
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isLeft) closing = setTimeout(onClose, isStill ? 0 : SETTLE_MS)
  }
  const options = { passive: false, signal }
  sheet.addEventListener('touchstart', onStart, options)
  sheet.addEventListener('touchmove', onMove, options)
  for (const end of ['touchend', 'touchcancel'] as const) sheet.addEventListener(end, onEnd, options)
  signal.addEventListener('abort', () => clearTimeout(closing))
}
