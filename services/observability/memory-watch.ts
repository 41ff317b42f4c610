const LOOK_EVERY_MS = 5

/**
 * Tells once when this process holds more memory than it may; no limit of the system does that on every platform.
 * Only while the event loop is free, as it is while other threads decode.
 * @returns ends the watch
 */
export function watchMemory(bytesMax: number, onMore: () => void): () => void {
  const look = setInterval(() => {
    if (process.memoryUsage.rss() <= bytesMax) return
    clearInterval(look)
    onMore()
  }, LOOK_EVERY_MS)
  return () => clearInterval(look)
}
