export const ZOOM_MAX = 4
const STEP = 1.1

/** The zoom after a key; the same where the key is for something else. */
export function zoomAfter(key: string, zoom: number): number {
  if (key === '+' || key === '=') return Math.min(ZOOM_MAX, zoom * STEP)
  if (key === '-') return Math.max(1, zoom / STEP)
  return zoom
}
