const LOOK_EVERY_MS = 5

/** The event loop must be free. Not an OS limit, since none works everywhere. @returns ends the watch */
export function watchMemory(bytesMax: number, onMore: () => void): () => void {
  const look = setInterval(() => {
    if (process.memoryUsage.rss() <= bytesMax) return
    clearInterval(look)
    onMore()
  }, LOOK_EVERY_MS)
  return () => clearInterval(look)
}
