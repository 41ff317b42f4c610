const LOOK_EVERY_MS = 5

/** Needs a free event loop. Used because no limit of the OS works everywhere. */
export function watchMemory(bytesMax: number, onMore: () => void): void {
  const look = setInterval(() => {
    if (process.memoryUsage.rss() <= bytesMax) return
    clearInterval(look)
    onMore()
  }, LOOK_EVERY_MS)
}
