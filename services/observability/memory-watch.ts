const LOOK_EVERY_MS = 5

/**
 * Calls `onMore` once. Works while the event loop is free, as when other threads decode. Not an OS limit,
 * because no limit works on every platform. @returns ends the watch
 */
export function watchMemory(bytesMax: number, onMore: () => void): () => void {
  const look = setInterval(() => {
    if (process.memoryUsage.rss() <= bytesMax) return
    clearInterval(look)
    onMore()
  }, LOOK_EVERY_MS)
  return () => clearInterval(look)
}
